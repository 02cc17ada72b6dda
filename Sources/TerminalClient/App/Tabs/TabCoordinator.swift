internal import Shared
internal import TerminalKit

/// A list of coins, Prices or Favorites, until another tab is chosen: shows it, and presents what is asked for over it.
struct TabCoordinator: Coordinator {
    enum Ending: Equatable, Sendable {
        case switched(to: Tab)
        case loggedOut
        case quit
    }

    let list: any CoinList
    let view: any View
    let help: [HelpSection]
    let session: Session
    let browser: Browser
    /// Where a link leads to in here.
    var route: CoinRoute?
    let screen: any Screen

    func start() async -> Ending {
        async let _ = follow(route)  // Cancelled when this flow ends.
        screen.show(view)
        for await route in tabs.routes {
            switch route {
            case .tab(let tab): return .switched(to: tab)
            case .quit: return .quit
            case .copy(let text): screen.copy(text)
            case .repaint: screen.repaint()
            case .chart, .detail, .help, .settings, .devices:
                if let ending = await present(route) { return ending }
                screen.show(view)
            }
        }
        return .quit
    }

    private var tabs: TabsViewModel { list.tabs }

    /// What a link names can be found once all of the market is there.
    private func follow(_ route: CoinRoute?) async {
        guard let route else { return }
        await session.untilReady()
        guard let coin = list.coinRequested(route.coin) ?? coinElsewhere(route) else {
            return tabs.status.noted(list.absenceWords(for: route.coin), for: .seconds(10))
        }
        tabs.follow(route.destination, of: coin)
    }
}

extension TabCoordinator {
    /// What fills the screen can be shown of any coin, whether or not it has a row in this list.
    private func coinElsewhere(_ route: CoinRoute) -> CoinID? {
        switch route.destination {
        case .row, .expanded: nil
        case .chart, .detail: route.coin.match(in: session.market.table)?.instrument.coin
        }
    }
}

// MARK: Children
extension TabCoordinator {
    /// - Returns: nil where the user comes back.
    private func present(_ route: TabsViewModel.Route) async -> Ending? {
        switch route {
        case .chart: return await showChart() == .quit ? .quit : nil
        case .detail(let coin): return await coordinate(to: detail(of: coin)) == .quit ? .quit : nil
        case .help: return await coordinate(to: keysHelp) == .quit ? .quit : nil
        case .settings, .devices:
            switch await coordinate(to: settings(opensDevices: route == .devices)) {
            case .closed: return nil
            case .loggedOut: return .loggedOut
            case .quit: return .quit
            }
        case .tab, .copy, .repaint, .quit: return nil
        }
    }

    /// The keys that all tabs have.
    static func commonHelp(_ keys: Keys) -> [HelpSection] {
        [keys.coin.help("On a coin"), keys.chart.help("In its chart"), keys.tabs.help("On every tab")]
    }

    private func showChart() async -> ChartCoordinator.Ending {
        guard let chart = tabs.open.chart else { return .closed }
        return await coordinate(
            to: ChartCoordinator(chart: chart, session: session, tabs: tabs, browser: browser, screen: screen)
        )
    }

    private func detail(of coin: CoinID) -> DetailCoordinator {
        DetailCoordinator(coin: coin, session: session, tabs: tabs, browser: browser, screen: screen)
    }

    private var keysHelp: HelpCoordinator {
        HelpCoordinator(help + Self.commonHelp(tabs.keys), within: tabs, screen: screen)
    }

    private func settings(opensDevices: Bool) -> SettingsCoordinator {
        SettingsCoordinator(session: session, tabs: tabs, opensDevices: opensDevices, screen: screen)
    }
}
