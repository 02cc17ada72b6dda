internal import Shared
internal import TerminalKit

/// A coin's chart on the whole screen, until the user goes back.
struct ChartCoordinator: Coordinator {
    enum Ending: Equatable, Sendable {
        case closed
        case quit
    }

    let chart: CoinChart
    let session: Session
    let tabs: TabsViewModel
    let browser: Browser
    let screen: any Screen

    func start() async -> Ending {
        let viewModel = ChartViewModel(chart: chart, session: session, tabs: tabs)
        let view = ChartView(viewModel: viewModel)
        screen.show(view)
        for await route in viewModel.routes {
            switch route {
            case .closed: return .closed
            case .quit: return .quit
            case .copy(let text): screen.copy(text)
            case .repaint: screen.repaint()
            case .help:
                if await coordinate(to: help(view)) == .quit { return .quit }
                screen.show(view)
            case .detail:
                if await coordinate(to: detail) == .quit { return .quit }
                screen.show(view)
            }
        }
        return .quit
    }

    private func help(_ view: ChartView) -> HelpCoordinator {
        HelpCoordinator(view.help, within: tabs, screen: screen)
    }

    private var detail: DetailCoordinator {
        DetailCoordinator(coin: chart.coin, session: session, tabs: tabs, browser: browser, screen: screen)
    }
}
