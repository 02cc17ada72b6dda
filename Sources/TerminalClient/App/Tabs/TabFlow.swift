internal import Shared
internal import TerminalKit

/// What each tab does until it is left: shows its view, and presents what is asked for over it.
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
    let browser: Browser
    let screen: any Screen

    /// The keys that all tabs have.
    static func commonHelp(_ keys: Keys) -> [HelpSection] {
        [keys.coin.help("On a coin"), keys.chart.help("In its chart"), keys.tabs.help("On every tab")]
    }

    func run() async -> Ending {
        screen.show(view)
        for await route in tabs.routes {
            switch route {
            case .tab(let tab): return .switched(to: tab)
            case .quit: return .quit
            case .copy(let text): screen.copy(text)
            case .repaint: screen.repaint()
            case .chart:
                if await showChart() == .quit { return .quit }
                screen.show(view)
            case .detail(let coin):
                if await showDetail(of: coin) == .quit { return .quit }
                screen.show(view)
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

    private func showChart() async -> ChartCoordinator.Ending {
        guard let chart = tabs.open.chart else { return .closed }
        let coordinator = ChartCoordinator(
            chart: chart,
            session: session,
            tabs: tabs,
            browser: browser,
            screen: screen
        )
        return await coordinator.start()
    }

    private func showDetail(of coin: CoinID) async -> DetailCoordinator.Ending {
        let coordinator = DetailCoordinator(
            coin: coin,
            session: session,
            tabs: tabs,
            browser: browser,
            screen: screen
        )
        return await coordinator.start()
    }

    private func showHelp() async -> HelpCoordinator.Ending {
        let sections = help + Self.commonHelp(tabs.keys)
        return await HelpCoordinator(sections: sections, keys: tabs.keys.help, status: tabs.status, screen: screen)
            .start()
    }

    private func showSettings() async -> SettingsCoordinator.Ending {
        await SettingsCoordinator(session: session, tabs: tabs, screen: screen).start()
    }
}
