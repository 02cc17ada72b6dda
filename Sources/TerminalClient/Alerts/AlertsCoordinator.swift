internal import Shared
internal import TerminalKit

/// Shows the user's alerts until the user goes back.
struct AlertsCoordinator: Coordinator {
    let session: Session
    let tabs: TabsViewModel
    /// For which an alert is made at once.
    var coin: CoinID?
    let screen: any Screen

    func start() async throws(Quit) {
        let viewModel = AlertsViewModel(session: session, tabs: tabs)
        if let coin { viewModel.alertRequested(for: coin) }
        try await screen.present(AlertsView(viewModel: viewModel), of: viewModel)
    }
}
