internal import TerminalKit

/// Shows where the user is logged in until the user goes back. Who signs this very device out is led to Login by the end
/// of the session.
struct DevicesCoordinator: Coordinator {
    enum Ending: Equatable, Sendable {
        case closed
        case quit
    }

    let session: Session
    let tabs: TabsViewModel
    let screen: any Screen

    func start() async -> Ending {
        let viewModel = DevicesViewModel(session: session, tabs: tabs)
        let view = DevicesView(viewModel: viewModel)
        async let _ = viewModel.appeared()  // Cancelled when this flow ends.
        screen.show(view)
        for await route in viewModel.routes {
            switch route {
            case .closed: return .closed
            case .quit: return .quit
            case .repaint: screen.repaint()
            case .help:
                let help = HelpCoordinator([tabs.keys.devices.help("Devices")], within: tabs, screen: screen)
                if await coordinate(to: help) == .quit { return .quit }
                screen.show(view)
            }
        }
        return .quit
    }
}
