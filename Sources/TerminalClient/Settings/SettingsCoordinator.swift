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
            let picker = PickerViewModel(viewModel.title(of: row), tabs: tabs) { viewModel.items(of: row) }
            let choice = PickerCoordinator(picker: picker, background: view, screen: screen)
            if let value = try await coordinate(to: choice) { viewModel.valueChosen(value, of: row) }
        }
        return .returned
    }
}

extension SettingsViewModel {
    /// The values of a row, each with its index.
    fileprivate func items(of row: SettingsRow) -> [PickerItem<Int>] {
        let values = values(of: row)
        return values.titles.enumerated().map { PickerItem(value: $0, title: $1, isMarked: $0 == values.chosen) }
    }
}
