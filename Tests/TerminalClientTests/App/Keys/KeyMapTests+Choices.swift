import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Each key does what it says while the user chooses from a list, or moves an alert on a chart.
extension KeyMapTests {
    @Test(arguments: KeyMap.picker.bindings)
    func everyKeyOfAChoiceDoesWhatItSays(binding: KeyMap<PickerAction>.Binding) async throws {
        let items = (0..<100).map { PickerItem(value: $0, title: "number \($0)") }
        for key in binding.keys {
            let scene = Scene()
            let model = PickerViewModel("Numbers", tabs: scene.tabs) { items }
            let view = PickerView(viewModel: model, background: scene.pricesView)
            let walk = try Walk(in: view) { model.selected }
            view.press(key)
            var routes = model.routes.makeAsyncIterator()
            switch binding.action {
            case .up, .down, .pageUp, .pageDown:
                #expect(model.selected == walk.target(of: binding.action.rawValue, last: 99), "\(key)")
            case .choose: #expect(await routes.next() == .own(walk.place))
            case .cancel: #expect(await routes.next() == .closed)
            }
        }
    }

    @Test(arguments: KeyMap.pickerEdit.bindings)
    func everyKeyOfAChoiceThatCanBeChangedDoesWhatItSays(binding: KeyMap<PickerEditAction>.Binding) throws {
        var user = UserTable()
        for (number, name) in ["A", "B", "C"].enumerated() {
            let list = ListID(rawValue: UInt64(number + 1))
            let creation = try Mutation.create(list, named: ListName(typed: name), of: user)
            user.change { _ in creation }
        }
        for key in binding.keys {
            let scene = Scene(user: user)
            let editing = ListEditing(session: scene.link.session, tabs: scene.tabs)
            let model = editing.picker("Lists", verb: "show") { _ in false }
            // The favorites come first.
            PickerView(viewModel: model, background: scene.pricesView).press(Key(.down), Key(.down), key)
            let names = scene.link.user.lists.map(\.name.visible)
            switch binding.action {
            case .create: #expect(model.typing == .newName && names == ["A", "B", "C"], "\(key)")
            case .rename: #expect(model.typing == .name(of: ListID(rawValue: 2), present: "B"), "\(key)")
            case .delete: #expect(names == ["A", "C"])
            case .moveUp: #expect(names == ["B", "A", "C"])
            case .moveDown: #expect(names == ["A", "C", "B"])
            }
        }
    }

    @Test(arguments: KeyMap.chartAlert.bindings)
    func everyKeyWhileAnAlertIsMovedDoesWhatItSays(binding: KeyMap<ChartAlertAction>.Binding) throws {
        let alerts = try [">69200", "<60000"].enumerated().map { place, typed in
            Alert(
                id: AlertID(rawValue: UInt64(place + 1)),
                coin: CoinID(1),
                condition: try AlertCondition(typed: typed)
            )
        }
        let user = UserTable.setting({ _ in .add(alerts[0]) }, { _ in .add(alerts[1]) })
        for key in binding.keys {
            let scene = Scene(user: user)
            let chart = try #require(scene.openChart())
            let view = try #require(scene.chartView)
            view.press("n", Key(.up))
            let first = try #require(chart.alerts.moving)
            view.press(Key(.up))
            let before = try #require(chart.alerts.moving)
            // From one round limit to the next one.
            let step = before.limit.approximate - first.limit.approximate
            view.press(key)
            let moving = chart.alerts.moving
            let steps = moving.map { (($0.limit.approximate - before.limit.approximate) / step).rounded() }
            let kept = scene.link.user.table.alert(before.id)?.condition.typed
            #expect(kept == (binding.action == .keep ? before.condition.typed : ">69200"), "\(key)")
            switch binding.action {
            case .keep, .cancel: #expect(moving == nil)
            case .up: #expect(steps == 1)
            case .down: #expect(steps == -1)
            case .farUp: #expect(steps == 10)
            case .farDown: #expect(steps == -10)
            case .next: #expect(moving?.id == alerts[1].id)
            }
        }
    }
}
