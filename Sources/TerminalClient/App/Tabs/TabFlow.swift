internal import TerminalKit

/// What each tab does until it is left: shows its view, and presents Settings and Help over it.
@MainActor
struct TabFlow {
    enum Ending: Equatable, Sendable {
        case switched(to: Tab)
        case loggedOut
        case quit
    }

    let view: any View
    let help: [HelpSection]
    let session: Session
    let tabs: TabsViewModel
    let screen: any Screen

    func run() async -> Ending {
        screen.show(view)
        for await route in tabs.routes {
            switch route {
            case .tab(let tab): return .switched(to: tab)
            case .quit: return .quit
            case .copy(let text): screen.copy(text)
            case .repaint: screen.repaint()
            case .help:
                if await showHelp() == .quit { return .quit }
                screen.show(view)
            case .settings:
                switch await showSettings() {
                case .closed: break
                case .loggedOut: return .loggedOut
                case .quit: return .quit
                }
                screen.show(view)
            }
        }
        return .quit
    }

    private func showHelp() async -> HelpCoordinator.Ending {
        let sections = help + [tabs.keys.tabs.help("On every tab")]
        return await HelpCoordinator(sections: sections, keys: tabs.keys.help, status: tabs.status, screen: screen)
            .start()
    }

    private func showSettings() async -> SettingsCoordinator.Ending {
        await SettingsCoordinator(session: session, tabs: tabs, screen: screen).start()
    }
}
