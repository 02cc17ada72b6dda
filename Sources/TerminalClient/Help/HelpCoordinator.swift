internal import TerminalKit

/// Shows the keys of the screen below until the user goes back.
struct HelpCoordinator: Coordinator {
    typealias Ending = HelpViewModel.Route

    let sections: [HelpSection]
    let status: StatusViewModel
    let screen: any Screen

    func start() async -> Ending {
        let viewModel = HelpViewModel(sections: sections, status: status)
        screen.show(HelpView(viewModel: viewModel))
        for await route in viewModel.routes { return route }
        return .quit
    }
}
