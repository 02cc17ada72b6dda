internal import Shared
internal import TerminalKit

/// Asks whether to trust a server's key from now on.
struct TrustCoordinator: Coordinator {
    let server: ServerAddress
    let key: PublicKeyPin
    let reason: String
    let keys: Keys
    let screen: any Screen

    func start() async throws(Quit) -> TrustViewModel.Destination {
        let viewModel = TrustViewModel(server: server, key: key, reason: reason)
        let view = TrustView(viewModel: viewModel, keys: keys)
        let answer = try await screen.present(view, of: viewModel) {
            (answer) async throws(Quit) -> Followed<TrustViewModel.Destination> in .ended(answer)
        }
        return answer ?? .refused
    }
}
