internal import TerminalKit

/// The list of prices, until another tab is chosen.
struct PricesCoordinator: Coordinator {
    typealias Ending = TabFlow.Ending

    let viewModel: PricesViewModel
    let session: Session
    let browser: Browser
    let screen: any Screen

    func start() async -> Ending {
        let view = PricesView(viewModel: viewModel)
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
