internal import TerminalKit

/// The user's favorites, until another tab is chosen.
struct FavoritesCoordinator: Coordinator {
    typealias Ending = TabFlow.Ending

    let viewModel: FavoritesViewModel
    let session: Session
    let browser: Browser
    /// Where a link leads to in here.
    var route: CoinRoute?
    let screen: any Screen

    func start() async -> Ending {
        let view = FavoritesView(viewModel: viewModel)
        async let _ = follow(route)  // Cancelled when this flow ends.
        let flow = TabFlow(
            view: view,
            help: view.help,
            session: session,
            tabs: viewModel.tabs,
            browser: browser,
            screen: screen
        )
        return await flow.run()
    }

    private func follow(_ route: CoinRoute?) async {
        guard let route else { return }
        await session.untilReady()
        guard let coin = viewModel.coinRequested(route.coin) else {
            return viewModel.tabs.status.noted("\(route.coin) is none of your favorites", for: .seconds(10))
        }
        viewModel.tabs.follow(route.destination, of: coin)
    }
}
