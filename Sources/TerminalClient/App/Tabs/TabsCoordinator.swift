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
    let screen: any Screen

    func start() async -> Ending {
        let tabs = TabsViewModel(session: session, clock: clock)
        let board = QuoteBoard(session: session, clock: clock)
        // Made once: what is typed, sorted and selected in a tab is still so when the user comes back to it.
        let prices = PricesViewModel(session: session, board: board, tabs: tabs)
        let favorites = FavoritesViewModel(session: session, board: board, tabs: tabs)
        async let _ = tabs.status.appeared()  // Cancelled when this flow ends.
        async let _ = board.appeared()
        while true {
            let ending =
                switch tabs.tab {
                case .prices:
                    await coordinate(
                        to: PricesCoordinator(viewModel: prices, session: session, browser: browser, screen: screen)
                    )
                case .favorites:
                    await coordinate(
                        to: FavoritesCoordinator(
                            viewModel: favorites,
                            session: session,
                            browser: browser,
                            screen: screen
                        )
                    )
                }
            switch ending {
            case .switched(let tab): tabs.tabShown(tab)
            case .loggedOut: return .loggedOut
            case .quit: return .quit
            }
        }
    }
}
