internal import Shared
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

extension SettingsViewModel {
    /// The values of a row to choose from.
    fileprivate func picker(of row: SettingsRow) -> PickerViewModel<Choice> {
        let items = Derived<Int, [PickerItem<Choice>]>([])
        return PickerViewModel(title(of: row), tabs: tabs, reading: reading(of: row)) { [self] in
            refresh()
            return items.follow(makings) {
                let content = content(of: row)
                return content.titles.enumerated().map {
                    PickerItem(value: .listed($0), title: $1, isMarked: $0 == content.chosen)
                }
            }
        }
    }

    private func reading(of row: SettingsRow) -> PickerReading<Choice>? {
        guard case .shared(let setting) = row, let example = setting.example else { return nil }
        return PickerReading(example: example) { [self] (typed) throws(PickerFault) in
            do throws(SettingFault) {
                let value = try read(typed, for: setting)
                return PickerItem(value: .typed(value.text), title: value.title)
            } catch {
                throw PickerFault(words: error.sentence)
            }
        }
    }
}
