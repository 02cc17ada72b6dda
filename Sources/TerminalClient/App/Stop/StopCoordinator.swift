internal import Shared
internal import TerminalKit

/// Explains why the connection is over, and asks what now.
struct StopCoordinator: Coordinator {
    typealias Ending = StopViewModel.Route

    let reason: StopReason
    let server: ServerAddress
    let knownServersPath: String
    let screen: any Screen

    func start() async -> Ending {
        let viewModel = StopViewModel(reason: reason, server: server, knownServersPath: knownServersPath)
        screen.show(StopView(viewModel: viewModel))
        for await route in viewModel.routes { return route }
        return .quit
    }
}
