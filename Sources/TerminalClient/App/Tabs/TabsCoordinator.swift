internal import TerminalKit

/// The signed-in user's screens: Prices and Favorites side by side, until the user leaves.
struct TabsCoordinator: Coordinator {
    enum Ending: Equatable, Sendable {
        case loggedOut
        case quit
    }

    let session: Session
    let clock: AppClock
    let browser: Browser
    var keys = Keys()
    var local = LocalStore()
    /// Where to begin.
    var link: DeepLink?
    let screen: any Screen

    func start() async -> Ending {
        let tabs = TabsViewModel(session: session, clock: clock, keys: keys, local: local)
        let board = QuoteBoard(session: session, clock: clock, local: local)
        // Made once: what is typed, sorted and selected in a tab is still so when the user comes back to it.
        let prices = PricesViewModel(session: session, board: board, tabs: tabs)
        let favorites = FavoritesViewModel(session: session, board: board, tabs: tabs)
        let (pricesView, favoritesView) = (PricesView(viewModel: prices), FavoritesView(viewModel: favorites))
        async let _ = tabs.status.appeared()  // Cancelled when this flow ends.
        async let _ = board.appeared()
        async let _ = tabs.devices.appeared()
        var route = begin(tabs)
        while true {
            // The link is followed once.
            let rest = route.take()
            let ending =
                switch tabs.tab {
                case .prices:
                    await coordinate(to: tab(prices, pricesView, pricesView.help, rest))
                case .favorites:
                    await coordinate(to: tab(favorites, favoritesView, favoritesView.help, rest))
                }
            switch ending {
            case .switched(let tab): tabs.tabShown(tab)
            case .loggedOut: return .loggedOut
            case .quit: return .quit
            }
        }
    }

    private func tab(
        _ list: any CoinList,
        _ view: any View,
        _ help: [HelpSection],
        _ route: CoinRoute?
    ) -> TabCoordinator {
        TabCoordinator(
            list: list,
            view: view,
            help: help,
            session: session,
            browser: browser,
            route: route,
            screen: screen
        )
    }

    /// Takes this flow's part of the link.
    /// - Returns: the tab's part.
    private func begin(_ tabs: TabsViewModel) -> CoinRoute? {
        switch link {
        case .tab(let tab, let route):
            tabs.tabShown(tab)
            return route
        case .settings: tabs.settingsRequested()
        case .devices: tabs.devicesRequested()
        case .help: tabs.helpRequested()
        case nil: break
        }
        return nil
    }
}
