internal import TerminalKit

/// The user's favorites, until another tab is chosen.
struct FavoritesCoordinator: Coordinator {
    typealias Ending = TabFlow.Ending

    let viewModel: FavoritesViewModel
    let session: Session
    let browser: Browser
    let screen: any Screen

    func start() async -> Ending {
        let view = FavoritesView(viewModel: viewModel)
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
}
