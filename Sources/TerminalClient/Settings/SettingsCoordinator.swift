internal import TerminalKit

/// Shows Settings until the user goes back or logs out.
struct SettingsCoordinator: Coordinator {
    enum Ending: Equatable, Sendable {
        case closed
        case loggedOut
    }

    let session: Session
    let tabs: TabsViewModel
    /// Where a link leads to in here.
    var opensDevices = false
    let screen: any Screen

    func start() async throws(Quit) -> Ending {
        if opensDevices { try await coordinate(to: devices) }
        let viewModel = SettingsViewModel(session: session, tabs: tabs)
        let ending = try await screen.present(SettingsView(viewModel: viewModel), of: viewModel) {
            (destination) async throws(Quit) -> Followed<Ending> in
            switch destination {
            case .loggedOut: return .ended(.loggedOut)
            case .devices:
                try await coordinate(to: devices)
                return .returned
            }
        }
        return ending ?? .closed
    }

    private var devices: DevicesCoordinator { DevicesCoordinator(session: session, tabs: tabs, screen: screen) }
}
