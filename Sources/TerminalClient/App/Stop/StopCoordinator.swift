internal import Shared
internal import TerminalKit

/// Explains why the connection is over, and asks what to do.
struct StopCoordinator: Coordinator {
    let reason: StopReason
    let server: ServerAddress
    let knownServersPath: String
    let keys: Keys
    let screen: any Screen

    /// Returns when the user wants to try again.
    func start() async throws(Quit) {
        let viewModel = StopViewModel(reason: reason, server: server, knownServersPath: knownServersPath)
        let view = StopView(viewModel: viewModel, keys: keys)
        let _: Void? = try await screen.present(view, of: viewModel) { (_) async throws(Quit) -> Followed<Void> in
            .ended(())
        }
    }
}
