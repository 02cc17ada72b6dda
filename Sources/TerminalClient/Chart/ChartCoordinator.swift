internal import Shared
internal import TerminalKit

/// A coin's chart on the whole screen, until the user goes back.
struct ChartCoordinator: Coordinator {
    let chart: CoinChart
    let session: Session
    let tabs: TabsViewModel
    let browser: Browser
    let screen: any Screen

    func start() async throws(Quit) {
        let viewModel = ChartViewModel(chart: chart, session: session, tabs: tabs)
        let _: Void? = try await screen.present(ChartView(viewModel: viewModel), of: viewModel) {
            (_) async throws(Quit) -> Followed<Void> in
            try await coordinate(to: detail)
            return .returned
        }
    }

    private var detail: DetailCoordinator {
        DetailCoordinator(coin: chart.coin, session: session, tabs: tabs, browser: browser, screen: screen)
    }
}
