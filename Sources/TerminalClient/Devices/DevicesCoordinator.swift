internal import TerminalKit

/// Shows where the user is logged in until the user goes back. Who signs this very device out is led to Login by the end
/// of the session.
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
