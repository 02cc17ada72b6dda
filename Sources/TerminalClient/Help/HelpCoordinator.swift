internal import TerminalKit

/// Shows the keys of the screen below until the user goes back.
struct HelpCoordinator: Coordinator {
    let sections: [HelpSection]
    let keys: Keys
    /// Nil on screens without a connection.
    let status: StatusViewModel?
    let screen: any Screen

    func start() async throws(Quit) {
        let viewModel = HelpViewModel(sections: sections, keys: keys, status: status)
        try await screen.present(HelpView(viewModel: viewModel), of: viewModel)
    }
}
