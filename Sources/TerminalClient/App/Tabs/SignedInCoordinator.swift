internal import Shared
internal import TerminalKit

/// The screens of a signed-in user, from Prices and Favorites on, until the user leaves.
struct SignedInCoordinator: Coordinator {
    let session: Session
    let clock: AppClock
    let browser: Browser
    var keys = Keys()
    var local = LocalStore()
    /// What to show first.
    var link: DeepLink?
    /// Whether screens hide the user's amounts at the start.
    var hidesAmounts = false
    let screen: any Screen

    /// Returns when the user has logged out.
    func start() async throws(Quit) {
        let tabs = TabsViewModel(
            session: session,
            clock: clock,
            keys: keys,
            local: local,
            hidesAmounts: hidesAmounts
        )
        let board = QuoteBoard(session: session, clock: clock, local: local)
        // The view models live as long as this flow, so each tab keeps its filter, order and selection.
        let prices = PricesViewModel(session: session, board: board, tabs: tabs)
        let favorites = FavoritesViewModel(session: session, board: board, tabs: tabs)
        let views = (prices: PricesView(viewModel: prices), favorites: FavoritesView(viewModel: favorites))
        let bell = AlertBell(session: session, screen: screen, clock: clock, hidesAmounts: { tabs.hidesAmounts })
        async let _ = tabs.status.appeared()  // Cancelled when this flow ends.
        async let _ = board.appeared()
        async let _ = tabs.devices.appeared()
        async let _ = tabs.pane.appeared()
        async let _ = bell.watch()
        var rest = begin(tabs)
        while true {
            // Follow the link only once.
            let part = rest
            rest = LinkRest()
            let shown =
                switch tabs.tab {
                case .prices: tab(prices, views.prices, part)
                case .favorites: tab(favorites, views.favorites, part)
                }
            switch try await coordinate(to: shown) {
            case .switched(let tab): tabs.tabShown(tab)
            case .loggedOut: return
            }
        }
    }

    private func tab(_ list: any CoinListScreenModel, _ view: any ScreenView, _ rest: LinkRest) -> TabCoordinator {
        TabCoordinator(list: list, view: view, session: session, browser: browser, rest: rest, screen: screen)
    }

    /// Follows this flow's part of the link.
    /// - Returns: the part of the link that the tab follows.
    private func begin(_ tabs: TabsViewModel) -> LinkRest {
        switch link {
        case .tab(let tab, let route):
            tabs.tabShown(tab)
            return LinkRest(coin: route)
        case .list(let name, let route):
            tabs.tabShown(.favorites)
            return LinkRest(list: name, coin: route)
        case .lists: tabs.exits.take(.lists)
        case .holdings: tabs.exits.take(.holdings)
        case .alerts: tabs.exits.take(.alerts(nil))
        case .settings: tabs.exits.take(.settings(nil))
        case .currency: tabs.exits.take(.settings(.values(.shared(Settings.currency))))
        case .devices: tabs.exits.take(.settings(.devices))
        case .help: tabs.helpRequested()
        case nil: break
        }
        return LinkRest()
    }
}
