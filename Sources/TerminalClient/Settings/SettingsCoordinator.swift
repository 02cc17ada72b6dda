internal import TerminalKit

/// Shows Settings until the user goes back or logs out.
struct SettingsCoordinator: Coordinator {
    typealias Ending = SettingsViewModel.Route

    let session: Session
    let status: StatusViewModel
    let screen: any Screen

    func start() async -> Ending {
        let viewModel = SettingsViewModel(session: session, status: status)
        screen.show(SettingsView(viewModel: viewModel))
        for await route in viewModel.routes { return route }
        return .quit
    }
}
