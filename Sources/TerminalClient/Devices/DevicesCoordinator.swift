internal import TerminalKit

/// Shows where the user is logged in until the user goes back. If the user signs this device out, the session ends, and
/// Login follows.
struct DevicesCoordinator: Coordinator {
    let session: Session
    let tabs: TabsViewModel
    let screen: any Screen

    func start() async throws(Quit) {
        let viewModel = DevicesViewModel(session: session, tabs: tabs)
        async let _ = viewModel.appeared()  // Cancelled when this flow ends.
        try await screen.present(DevicesView(viewModel: viewModel), of: viewModel)
    }
}
