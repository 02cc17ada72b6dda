internal import Shared
internal import TerminalKit

extension TabsViewModel {
    /// Where a tab leads: to what lies over it, or to the tab beside it.
    enum Destination: Equatable, Sendable {
        case tab(Tab)
        /// The open chart on the whole screen.
        case chart
        case detail(CoinID)
        /// With a new one for a coin.
        case alerts(CoinID?)
        case holdings
        case settings
        /// Within the settings.
        case devices
        /// Which list stands in the place of favorites.
        case lists
        /// Those that a coin is in.
        case listsOf(CoinID)
        case choice(ChartChoice)
    }
}

/// A list of coins, Prices or Favorites, until another tab is chosen: shows it, and presents what is asked for over it.
struct TabCoordinator: Coordinator {
    enum Ending: Equatable, Sendable {
        case switched(to: Tab)
        case loggedOut
    }

    let list: any CoinListScreenModel
    let view: any ScreenView
    let session: Session
    let browser: Browser
    /// Where a link leads to in here.
    var rest = LinkRest()
    let screen: any Screen

    func start() async throws(Quit) -> Ending {
        async let _ = follow(rest)  // Cancelled when this flow ends.
        let ending = try await screen.present(view, of: tabs) { destination async throws(Quit) -> Followed<Ending> in
            try await present(destination)
        }
        // A tab is left for another one, and lies over nothing.
        guard let ending else { throw Quit() }
        return ending
    }

    private var tabs: TabsViewModel { list.tabs }

    /// What a link names can be found once all of the market is there.
    private func follow(_ rest: LinkRest) async {
        if rest.isEmpty { return }
        await session.untilReady()
        if let name = rest.list {
            guard let found = session.user.table.list(named: name) else {
                return tabs.status.noted(.noSuchList(name, known: session.user.listNames))
            }
            tabs.listChosen(found)
        }
        guard let route = rest.coin else { return }
        guard let coin = list.coinRequested(route.coin) ?? coinElsewhere(route) else {
            return tabs.status.noted(list.absenceNotice(of: route.coin))
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
    private func present(_ destination: TabsViewModel.Destination) async throws(Quit) -> Followed<Ending> {
        switch destination {
        case .tab(let tab): return .ended(.switched(to: tab))
        case .chart:
            tabs.pane.covered()
            if let chart { try await coordinate(to: chart) }
        case .detail(let coin): try await coordinate(to: detail(of: coin))
        case .alerts(let coin):
            try await coordinate(to: AlertsCoordinator(session: session, tabs: tabs, coin: coin, screen: screen))
        case .lists: try await coordinate(to: lists)
        case .listsOf(let coin): try await coordinate(to: lists(of: coin))
        case .choice(let choice): if let flow = self.choice(choice) { try await coordinate(to: flow) }
        case .holdings:
            try await coordinate(to: HoldingsCoordinator(session: session, tabs: tabs, screen: screen))
        case .settings: return try await settings(opensDevices: false)
        case .devices: return try await settings(opensDevices: true)
        }
        return .returned
    }

    private var chart: ChartCoordinator? {
        tabs.open.chart.map {
            ChartCoordinator(chart: $0, session: session, tabs: tabs, browser: browser, screen: screen)
        }
    }

    private var lists: ListsCoordinator {
        ListsCoordinator(session: session, tabs: tabs, background: view, screen: screen)
    }

    private func lists(of coin: CoinID) -> ListsOfCoinCoordinator {
        ListsOfCoinCoordinator(coin: coin, session: session, tabs: tabs, background: view, screen: screen)
    }

    private func choice(_ choice: ChartChoice) -> ChartChoiceCoordinator? {
        tabs.open.chart.map {
            ChartChoiceCoordinator(
                choice: choice,
                chart: $0,
                session: session,
                tabs: tabs,
                background: view,
                screen: screen
            )
        }
    }

    private func detail(of coin: CoinID) -> DetailCoordinator {
        DetailCoordinator(coin: coin, session: session, tabs: tabs, browser: browser, screen: screen)
    }

    private func settings(opensDevices: Bool) async throws(Quit) -> Followed<Ending> {
        let settings = SettingsCoordinator(session: session, tabs: tabs, opensDevices: opensDevices, screen: screen)
        return switch try await coordinate(to: settings) {
        case .closed: .returned
        case .loggedOut: .ended(.loggedOut)
        }
    }
}
