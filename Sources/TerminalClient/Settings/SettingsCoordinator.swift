internal import TerminalKit

/// Shows Settings until the user goes back or logs out.
struct SettingsCoordinator: Coordinator {
    enum Ending: Equatable, Sendable {
        case closed
        case loggedOut
    }

    let session: Session
    let tabs: TabsViewModel
    /// What a link leads to. It is shown before the settings.
    var first: SettingsViewModel.Destination?
    let screen: any Screen

    func start() async throws(Quit) -> Ending {
        let viewModel = SettingsViewModel(session: session, tabs: tabs)
        let view = SettingsView(viewModel: viewModel)
        if let first, case .ended(let ending) = try await follow(first, from: view) { return ending }
        let ending = try await screen.present(view, of: viewModel) {
            (destination) async throws(Quit) -> Followed<Ending> in
            try await follow(destination, from: view)
        }
        return ending ?? .closed
    }

    private func follow(
        _ destination: SettingsViewModel.Destination,
        from view: SettingsView
    ) async throws(Quit) -> Followed<Ending> {
        switch destination {
        case .loggedOut: return .ended(.loggedOut)
        case .devices: try await coordinate(to: DevicesCoordinator(session: session, tabs: tabs, screen: screen))
        case .values(let row):
            let viewModel = view.viewModel
            let picker = viewModel.picker(of: row)
            let flow = PickerCoordinator(picker: picker, background: view, screen: screen)
            if let choice = try await coordinate(to: flow) { viewModel.chosen(choice, of: row) }
        }
        return .returned
    }
}
