internal import Shared
internal import TerminalKit

/// Shows what there is to read about a coin until the user goes back.
struct DetailCoordinator: Coordinator {
    enum Ending: Equatable, Sendable {
        case closed
        case quit
    }

    let coin: CoinID
    let session: Session
    let tabs: TabsViewModel
    let browser: Browser
    let screen: any Screen

    func start() async -> Ending {
        let viewModel = DetailViewModel(coin: coin, session: session, tabs: tabs, browser: browser)
        let view = DetailView(viewModel: viewModel)
        async let _ = viewModel.appeared()  // Cancelled when this flow ends.
        screen.show(view)
        for await route in viewModel.routes {
            switch route {
            case .closed: return .closed
            case .quit: return .quit
            case .copy(let text): screen.copy(text)
            case .repaint: screen.repaint()
            case .help:
                let help = HelpCoordinator(view.help, within: tabs, screen: screen)
                if await coordinate(to: help) == .quit { return .quit }
                screen.show(view)
            }
        }
        return .quit
    }
}
