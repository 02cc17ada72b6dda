internal import TerminalKit

/// Shows the user's holdings until the user goes back.
struct HoldingsCoordinator: Coordinator {
    let session: Session
    let tabs: TabsViewModel
    let screen: any Screen

    func start() async throws(Quit) {
        let viewModel = HoldingsViewModel(session: session, tabs: tabs)
        try await screen.present(HoldingsView(viewModel: viewModel), of: viewModel)
    }
}
