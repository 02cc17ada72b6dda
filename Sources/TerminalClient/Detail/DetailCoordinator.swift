internal import Shared
internal import TerminalKit

/// Shows a coin's page until the user goes back.
struct DetailCoordinator: Coordinator {
    let coin: CoinID
    let session: Session
    let tabs: TabsViewModel
    let browser: Browser
    let screen: any Screen

    func start() async throws(Quit) {
        let viewModel = DetailViewModel(coin: coin, session: session, tabs: tabs, browser: browser)
        async let _ = viewModel.appeared()  // Cancelled when this flow ends.
        try await screen.present(DetailView(viewModel: viewModel), of: viewModel)
    }
}
