internal import Shared
internal import TerminalKit

/// Asks whether a server's key is to be trusted from now on.
struct TrustCoordinator: Coordinator {
    typealias Ending = TrustViewModel.Answer

    /// What Login says after a no.
    static let refusalNotice = "The server's key was not accepted, so nothing was sent to it."

    let server: ServerAddress
    let key: PublicKeyPin
    let reason: String
    let keys: Keys
    let screen: any Screen

    func start() async -> Ending {
        let viewModel = TrustViewModel(server: server, key: key, reason: reason)
        let view = TrustView(viewModel: viewModel, keys: keys.trust)
        screen.show(view)
        for await route in viewModel.routes {
            if case .answered(let answer) = route { return answer }
            let help = HelpCoordinator(
                sections: [keys.trust.help("Unknown server")],
                keys: keys.help,
                status: nil,
                screen: screen
            )
            if await coordinate(to: help) == .quit { return .quit }
            screen.show(view)
        }
        return .quit
    }
}
