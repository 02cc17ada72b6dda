internal import Shared
internal import TerminalKit

/// Asks whether a server's key is to be trusted from now on.
struct TrustCoordinator: Coordinator {
    typealias Ending = TrustViewModel.Answer

    let server: ServerAddress
    let key: PublicKeyPin
    let reason: String
    let screen: any Screen

    func start() async -> Ending {
        let viewModel = TrustViewModel(server: server, key: key, reason: reason)
        screen.show(TrustView(viewModel: viewModel))
        for await answer in viewModel.answers { return answer }
        return .refused
    }
}
