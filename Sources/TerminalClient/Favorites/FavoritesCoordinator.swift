internal import TerminalKit

/// The user's favorites, until another tab is chosen.
struct FavoritesCoordinator: Coordinator {
    typealias Ending = TabFlow.Ending

    let viewModel: FavoritesViewModel
    let session: Session
    /// Where a link leads to in here.
    var route: CoinRoute?
    let screen: any Screen

    func start() async -> Ending {
        let view = FavoritesView(viewModel: viewModel)
        async let _ = follow(route)  // Cancelled when this flow ends.
        return await TabFlow(view: view, help: view.help, session: session, tabs: viewModel.tabs, screen: screen).run()
    }

    private func follow(_ route: CoinRoute?) async {
        guard let route else { return }
        await session.untilReady()
        guard viewModel.coinRequested(route.coin) else {
            return viewModel.tabs.status.noted("\(route.coin) is none of your favorites", for: .seconds(10))
        }
    }
}
