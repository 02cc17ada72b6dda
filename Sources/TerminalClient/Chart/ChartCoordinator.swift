internal import Shared
internal import TerminalKit

/// Shows a coin's chart on the whole screen until the user goes back.
struct ChartCoordinator: Coordinator {
    let chart: CoinChart
    let session: Session
    let tabs: TabsViewModel
    let browser: Browser
    let screen: any Screen

    func start() async throws(Quit) {
        let viewModel = ChartViewModel(chart: chart, session: session, tabs: tabs)
        let view = ChartView(viewModel: viewModel)
        try await screen.present(view, of: viewModel) { (destination) async throws(Quit) -> Void in
            switch destination {
            case .detail: try await coordinate(to: detail)
            case .choice(let choice): try await coordinate(to: self.choice(choice, over: view))
            case .lists: try await coordinate(to: lists(over: view))
            case .alert:
                let alerts = AlertsCoordinator(session: session, tabs: tabs, coin: chart.coin, screen: screen)
                try await coordinate(to: alerts)
            case .comparison:
                let choice = PickerCoordinator(picker: viewModel.comparisonPicker, background: view, screen: screen)
                if let coin = try await coordinate(to: choice) { viewModel.comparisonChosen(coin) }
            }
        }
    }

    private var detail: DetailCoordinator {
        DetailCoordinator(coin: chart.coin, session: session, tabs: tabs, browser: browser, screen: screen)
    }

    private func choice(_ choice: ChartChoice, over view: any ScreenView) -> ChartChoiceCoordinator {
        ChartChoiceCoordinator(
            choice: choice,
            chart: chart,
            tabs: tabs,
            background: view,
            screen: screen
        )
    }

    private func lists(over view: any ScreenView) -> ListsOfCoinCoordinator {
        ListsOfCoinCoordinator(coin: chart.coin, session: session, tabs: tabs, background: view, screen: screen)
    }
}
