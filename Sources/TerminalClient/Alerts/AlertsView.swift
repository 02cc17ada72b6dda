internal import Shared
internal import TerminalKit

/// A row for each alert and for each alert that has fired. Below them is the condition that the user is typing.
struct AlertsView: RowsScreenView {
    private static let entryHeight = 5

    let viewModel: AlertsViewModel

    var help: [HelpSection] { [helpOnRows("Alerts")] }
    var listKeys: KeyMap<AlertsAction> {
        let own = if case .event = viewModel.selectedID { keys.alerts.onFired } else { keys.alerts }
        return viewModel.hasFired ? own : own.without(.seenAll)
    }
    var header: TitleBar { TitleBar(title: "Alerts", note: viewModel.userName) }
    var hasCoinPane: Bool { true }
    var zoneInTitles: String? { viewModel.zone }
    var entryKeys: EntryKeys? { viewModel.entry == nil ? nil : EntryKeys("Typing an alert", keys.alertEntry) }
    var absence: [Line] {
        isTyping ? [] : viewModel.absence.map { Line($0, Theme.muted) }
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        isTyping ? type(event) : handleInList(event, in: size)
    }

    /// The typed condition is below the list.
    func rowsArea(in body: Rect) -> Rect {
        isTyping && body.height > Self.entryHeight ? body.inset(bottom: Self.entryHeight) : body
    }
}

// MARK: Drawing
extension AlertsView {
    func table(in area: Rect) -> RowTable {
        let (rows, selected) = (viewModel.rows, viewModel.selected)
        let state = AlertColumn.state.title(in: zoneInTitles)
        // The note is the longest text, so it gets what the others leave.
        let columns = [
            Column(Line("Alerts", Theme.title), .fixed(8)),
            AlertColumn.condition.column(
                .flexible(minimum: 16, wanted: widest(rows.map(\.condition)), weight: 0)
            ),
            AlertColumn.state.column(
                .flexible(minimum: 10, wanted: widest([state] + rows.map(\.state)), weight: 0),
                priority: 10,
                in: zoneInTitles
            ),
            AlertColumn.note.column(.flexible(minimum: 8), priority: 1),
        ]
        return rowTable(columns, in: area) { index, column, _ in
            let (row, isSelected) = (rows[index], index == selected)
            return switch column {
            case 0: Line(row.coin, .bold)
            case 1: Line(row.condition)
            case 2: Line(row.state, isSelected ? .plain : row.tone.style)
            default: Line(row.note, isSelected ? .plain : Theme.muted)
            }
        }
    }

    private func widest(_ texts: [String]) -> Int { texts.map(\.columnCount).max() ?? 0 }

    func drawOver(into buffer: inout Buffer, in frame: Frame) -> Cursor? {
        viewModel.entry.flatMap { draw($0, into: &buffer, in: body(frame)) }
    }

    private func draw(_ entry: AlertsViewModel.Entry, into buffer: inout Buffer, in body: Rect) -> Cursor? {
        let height = min(body.height, Self.entryHeight)
        let area = Rect(x: body.x, y: body.bottom - height, width: body.width, height: height)
        buffer.fill(area)
        var rest = area.inset(horizontal: 1)
        if height > 1 {
            buffer.draw(Line("Alert for \(viewModel.entryTitle)", Theme.title), in: rest.removeTop(1))
        }
        let field = rest.removeTop(1)
        let words =
            entry.problem.map { Line($0, Theme.problem) }
            ?? Line("such as \(AlertCondition.examples); a note may follow \(TypedAlert.noteMark)", Theme.muted)
        for line in words.wrapped(toColumns: max(1, rest.width)) where !rest.isEmpty {
            buffer.draw(line, in: rest.removeTop(1))
        }
        return TextField(entry.text, isFocused: true, style: Theme.focusedField).draw(into: &buffer, in: field)
    }
}

// MARK: Input
extension AlertsView {
    private func type(_ event: InputEvent) -> Bool {
        switch keys.alertEntry.action(for: event) {
        case .keep: viewModel.entryKept()
        case .cancel: viewModel.entryCancelled()
        case nil:
            guard let edit = TextEdit(event) else { return handleOnScreen(event) }
            viewModel.edited(edit)
        }
        return true
    }

    func perform(_ action: AlertsAction) {
        switch action {
        case .edit: viewModel.editRequested()
        case .remove: viewModel.removeRequested()
        case .seenAll: viewModel.allSeen()
        case .add: viewModel.addRequested()
        case .arm: viewModel.armRequested()
        case .repeat: viewModel.repeatToggled()
        case .up, .down, .pageUp, .pageDown, .first, .last: performInList(action)
        }
    }
}

/// The actions of the list of alerts.
enum AlertsAction: String, CaseIterable, RowActions, RowsScreenActions {
    case up, down, pageUp, pageDown, first, last, edit, add, remove, seenAll, arm, `repeat`

    var needsRow: Bool { self != .add }
}

extension KeyMap where Action == AlertsAction {
    static let alerts = KeyMap(
        Binding.rows + [
            Binding([Key(.enter), "e"], .edit, "change the alert's condition", hint: "change"),
            Binding(["A"], .add, "a new alert for any coin", hint: "new"),
            Binding(["x", Key(.delete)], .remove, "remove the alert, or mark it as seen", hint: "remove"),
            Binding(["X"], .seenAll, "mark all that have fired as seen", hint: "all seen"),
            Binding(["a"], .arm, "arm the alert again", hint: "arm"),
            Binding(["t"], .repeat, "let it fire once or each time", hint: "repeat"),
        ]
    )

    /// The keys on an alert that has fired, which can only be marked as seen.
    var onFired: KeyMap {
        KeyMap(
            bindings.compactMap { binding -> Binding? in
                switch binding.action {
                case .remove: Binding(binding.keys, .remove, "mark it as seen", hint: "seen")
                case .edit, .arm, .repeat: nil
                case .add, .seenAll, .up, .down, .pageUp, .pageDown, .first, .last: binding
                }
            }
        )
    }
}

/// The actions while the user types a condition. All other keys type.
enum AlertEntryAction: String, CaseIterable, Sendable {
    case keep, cancel
}

extension KeyMap where Action == AlertEntryAction {
    static let alertEntry = KeyMap([
        Binding([Key(.enter)], .keep, "keep the alert", hint: "keep"),
        Binding([Key(.escape)], .cancel, "cancel the change", hint: "cancel"),
    ])
}
