internal import TerminalKit

/// Shows Settings until the user goes back or logs out.
struct SettingsCoordinator: Coordinator {
    enum Ending: Equatable, Sendable {
        case closed
        case loggedOut
    }

    let session: Session
    let tabs: TabsViewModel
    /// Whether a link leads to the devices.
    var opensDevices = false
    let screen: any Screen

    func start() async throws(Quit) -> Ending {
        if opensDevices { try await coordinate(to: devices) }
        let viewModel = SettingsViewModel(session: session, tabs: tabs)
        let view = SettingsView(viewModel: viewModel)
        let ending = try await screen.present(view, of: viewModel) {
            (destination) async throws(Quit) -> Followed<Ending> in
            switch destination {
            case .loggedOut: return .ended(.loggedOut)
            case .devices:
                try await coordinate(to: devices)
                return .returned
            case .values(let row):
                let picker = PickerViewModel(viewModel.title(of: row), tabs: tabs) { viewModel.items(of: row) }
                let choice = PickerCoordinator(picker: picker, background: view, screen: screen)
                if let value = try await coordinate(to: choice) { viewModel.valueChosen(value, of: row) }
                return .returned
            }
        }
        return ending ?? .closed
    }

    private var devices: DevicesCoordinator { DevicesCoordinator(session: session, tabs: tabs, screen: screen) }
}

extension SettingsViewModel {
    /// The values of a row, each with its index.
    fileprivate func items(of row: SettingsRow) -> [PickerItem<Int>] {
        let values = values(of: row)
        return values.titles.enumerated().map { PickerItem(value: $0, title: $1, isMarked: $0 == values.chosen) }
    }
}
