internal import TerminalKit

/// The list of prices, until another tab is chosen.
struct PricesCoordinator: Coordinator {
    typealias Ending = TabFlow.Ending

    let viewModel: PricesViewModel
    let session: Session
    /// Where a link leads to in here.
    var route: CoinRoute?
    let screen: any Screen

    func start() async -> Ending {
        let view = PricesView(viewModel: viewModel)
        async let _ = follow(route)  // Cancelled when this flow ends.
        return await TabFlow(view: view, help: view.help, session: session, tabs: viewModel.tabs, screen: screen).run()
    }

    /// What a link names can be found once all of the market is there.
    private func follow(_ route: CoinRoute?) async {
        guard let route else { return }
        await session.untilReady()
        guard viewModel.coinRequested(route.coin) else {
            return viewModel.tabs.status.noted("\(route.coin) is not listed here", for: .seconds(10))
        }
    }
}
