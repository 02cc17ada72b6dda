internal import TerminalKit

/// Shows Settings until the user goes back or logs out.
struct SettingsCoordinator: Coordinator {
    enum Ending: Equatable, Sendable {
        case closed
        case loggedOut
        case quit
    }

    let session: Session
    let tabs: TabsViewModel
    /// Where a link leads to in here.
    var opensDevices = false
    let screen: any Screen

    func start() async -> Ending {
        if opensDevices, await coordinate(to: devices) == .quit { return .quit }
        let viewModel = SettingsViewModel(session: session, tabs: tabs)
        let view = SettingsView(viewModel: viewModel)
        screen.show(view)
        for await route in viewModel.routes {
            switch route {
            case .closed: return .closed
            case .loggedOut: return .loggedOut
            case .quit: return .quit
            case .repaint: screen.repaint()
            case .devices:
                if await coordinate(to: devices) == .quit { return .quit }
                screen.show(view)
            case .help:
                let help = HelpCoordinator([tabs.keys.settings.help("Settings")], within: tabs, screen: screen)
                if await coordinate(to: help) == .quit { return .quit }
                screen.show(view)
            }
        }
        return .quit
    }

    private var devices: DevicesCoordinator { DevicesCoordinator(session: session, tabs: tabs, screen: screen) }
}
