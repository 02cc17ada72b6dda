internal import Shared
internal import TerminalKit

/// Where a tab leads: to a screen over it, or to the other tab.
enum TabsDestination: Equatable, Sendable {
    case tab(Tab)
    /// Shows the open chart on the whole screen.
    case chart
    case detail(CoinID)
    /// Shows the alerts; with a coin, makes a new alert for it.
    case alerts(CoinID?)
    case holdings
    /// Adds a transaction of a coin.
    case transaction(CoinID)
    /// Shows the settings, and first what they lead to; nil: nothing.
    case settings(SettingsViewModel.Destination?)
    /// Lets the user choose the list that is shown in place of Favorites.
    case lists
    /// Lets the user choose which lists have a coin.
    case listsOf(CoinID)
    case choice(ChartChoice)
}

/// Shows a list of coins, Prices or Favorites, and the screens over it, until the user chooses another tab.
struct TabCoordinator: Coordinator {
    enum Ending: Equatable, Sendable {
        case switched(to: Tab)
        case loggedOut
    }

    let list: any CoinListScreenModel
    let view: any ScreenView
    let session: Session
    let browser: Browser
    /// The part of a link that is left for this flow.
    var rest = LinkRest()
    let screen: any Screen

    func start() async throws(Quit) -> Ending {
        async let _ = follow(rest)  // Cancelled when this flow ends.
        let ending = try await screen.present(view, of: tabs) { destination async throws(Quit) -> Followed<Ending> in
            try await present(destination)
        }
        // There is no screen below a tab, so the user cannot go back from it.
        guard let ending else { throw Quit() }
        return ending
    }

    private var tabs: TabsViewModel { list.tabs }

    /// Follows the rest of a link once the whole market has come, because only then can its coin be found.
    private func follow(_ rest: LinkRest) async {
        if rest.isEmpty { return }
        await session.untilReady()
        if let name = rest.list {
            guard let found = session.user.table.list(named: name) else {
                return tabs.status.noted(.noSuchList(UnknownList(name, of: session.user.table)))
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
    /// The coin of a link that fills the screen. It need not have a row in this list.
    private func coinElsewhere(_ route: CoinRoute) -> CoinID? {
        switch route.destination {
        case .row, .expanded: nil
        case .chart, .detail: route.coin.match(in: session.market.table)
        }
    }
}

// MARK: Children
extension TabCoordinator {
    private func present(_ destination: TabsDestination) async throws(Quit) -> Followed<Ending> {
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
        case .transaction(let coin):
            let flow = TransactionEntryCoordinator(coin: coin, session: session, tabs: tabs, screen: screen)
            try await coordinate(to: flow)
        case .settings(let first): return try await settings(showingFirst: first)
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
                tabs: tabs,
                background: view,
                screen: screen
            )
        }
    }

    private func detail(of coin: CoinID) -> DetailCoordinator {
        DetailCoordinator(coin: coin, session: session, tabs: tabs, browser: browser, screen: screen)
    }

    private func settings(
        showingFirst first: SettingsViewModel.Destination?
    ) async throws(Quit) -> Followed<Ending> {
        let settings = SettingsCoordinator(session: session, tabs: tabs, first: first, screen: screen)
        return switch try await coordinate(to: settings) {
        case .closed: .returned
        case .loggedOut: .ended(.loggedOut)
        }
    }
}
