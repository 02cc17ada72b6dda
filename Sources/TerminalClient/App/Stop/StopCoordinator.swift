internal import Shared
internal import TerminalKit

/// Explains why the connection is over, and asks what now.
struct StopCoordinator: Coordinator {
    enum Ending: Equatable, Sendable {
        case retry
        case quit
    }

    let reason: StopReason
    let server: ServerAddress
    let knownServersPath: String
    let keys: Keys
    let screen: any Screen

    func start() async -> Ending {
        let viewModel = StopViewModel(reason: reason, server: server, knownServersPath: knownServersPath)
        let view = StopView(viewModel: viewModel, allKeys: keys.stop)
        screen.show(view)
        for await route in viewModel.routes {
            switch route {
            case .retry: return .retry
            case .quit: return .quit
            case .help:
                let help = HelpCoordinator(sections: view.help, keys: keys.help, status: nil, screen: screen)
                if await coordinate(to: help) == .quit { return .quit }
                screen.show(view)
            }
        }
        return .quit
    }
}
