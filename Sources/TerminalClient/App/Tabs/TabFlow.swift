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
    static let commonHelp = [
        KeyMap.coin.help("On a coin"), KeyMap.chart.help("In its chart"), KeyMap.tabs.help("On every tab"),
    ]

    func run() async -> Ending {
        screen.show(view)
        for await route in tabs.routes {
            switch route {
            case .tab(let tab): return .switched(to: tab)
            case .quit: return .quit
            case .chart: if await showChart() == .quit { return .quit }
            case .detail(let coin): if await showDetail(of: coin) == .quit { return .quit }
            case .help: if await showHelp() == .quit { return .quit }
            case .settings:
                switch await showSettings() {
                case .closed: break
                case .loggedOut: return .loggedOut
                case .quit: return .quit
                }
            }
            screen.show(view)
        }
        return .quit
    }

    private func showChart() async -> ChartCoordinator.Ending {
        guard let chart = tabs.open.chart else { return .closed }
        let coordinator = ChartCoordinator(
            chart: chart,
            session: session,
            status: tabs.status,
            browser: browser,
            screen: screen
        )
        return await coordinator.start()
    }

    private func showDetail(of coin: CoinID) async -> DetailCoordinator.Ending {
        let coordinator = DetailCoordinator(
            coin: coin,
            session: session,
            status: tabs.status,
            browser: browser,
            screen: screen
        )
        return await coordinator.start()
    }

    private func showHelp() async -> HelpCoordinator.Ending {
        let sections = help + Self.commonHelp
        return await HelpCoordinator(sections: sections, status: tabs.status, screen: screen).start()
    }

    private func showSettings() async -> SettingsCoordinator.Ending {
        await SettingsCoordinator(session: session, status: tabs.status, screen: screen).start()
    }
}
