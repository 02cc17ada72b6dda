internal import TerminalKit

/// Shows the keys of the screen below until the user goes back.
struct HelpCoordinator: Coordinator {
    typealias Ending = HelpViewModel.Route

    let sections: [HelpSection]
    var keys = KeyMap.help
    /// Nil on screens that have no connection.
    let status: StatusViewModel?
    let screen: any Screen

    func start() async -> Ending {
        let viewModel = HelpViewModel(sections: sections, keys: keys, status: status)
        screen.show(HelpView(viewModel: viewModel))
        for await route in viewModel.routes { return route }
        return .quit
    }
}

extension HelpCoordinator {
    /// Over a screen of somebody who is signed in.
    init(_ sections: [HelpSection], within tabs: TabsViewModel, screen: any Screen) {
        self.init(sections: sections, keys: tabs.keys.help, status: tabs.status, screen: screen)
    }
}
