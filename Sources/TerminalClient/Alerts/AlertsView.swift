internal import Shared
internal import TerminalKit

/// A row for each alert and for each alert that has fired. Below them is the condition that the user is typing.
struct AlertsView: RowsScreenView {
    private static let entryHeight = 5
    /// From this height on, there is room for the whole of the selected row.
    private static let heightWithWholeRow = 6
    private static let stateIndex = 2
    /// Enough for `fired at 67,001.50`.
    private static let stateWidth = 18

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

    /// The typed condition is below the list, and the whole of the selected row above it.
    func rowsArea(in body: Rect) -> Rect {
        if isTyping { return body.height > Self.entryHeight ? body.inset(bottom: Self.entryHeight) : body }
        return body.inset(top: wholeRowHeight(in: body))
    }
}

// MARK: Drawing
extension AlertsView {
    /// The title of the states names the zone only where a state has a time.
    func table(in area: Rect) -> RowTable {
        let table = table(in: area, zone: zoneInTitles)
        let room = table.layout(in: area).columns.first { $0.index == Self.stateIndex }?.width ?? 0
        return viewModel.rows.contains { $0.showsTime(columns: room) } ? table : self.table(in: area, zone: nil)
    }

    private func table(in area: Rect, zone: String?) -> RowTable {
        let (rows, selected) = (viewModel.rows, viewModel.selected)
        let widestState = widest([AlertColumn.state.title(in: zone)] + rows.map(\.state))
        // The note is the longest text, so it gets what the others leave.
        let columns = [
            Column(Line("Alerts", Theme.title), .fixed(8)),
            AlertColumn.condition.column(
                .flexible(minimum: 10, wanted: widest(rows.map(\.condition)), weight: 0)
            ),
            AlertColumn.state.column(
                .flexible(minimum: min(Self.stateWidth, widestState), wanted: widestState, weight: 0),
                priority: 10,
                in: zone
            ),
            AlertColumn.note.column(.flexible(minimum: 8), priority: 1),
        ]
        return rowTable(columns, in: area) { index, column, room in
            let (row, isSelected) = (rows[index], index == selected)
            return switch column {
            case 0: Line(row.coin, .bold)
            case 1: Line(row.conditions.fitting(columns: room.width))
            case Self.stateIndex: Line(row.states.fitting(columns: room.width), isSelected ? .plain : row.tone.style)
            default: Line(row.note, isSelected ? .plain : Theme.muted)
            }
        }
    }

    private func widest(_ texts: [String]) -> Int { texts.map(\.columnCount).max() ?? 0 }

    func drawRows(into buffer: inout Buffer, in body: Rect) {
        let area = rowsArea(in: body)
        table(in: area).draw(into: &buffer, in: area)
        let place = Rect(x: body.x, y: body.y, width: body.width, height: area.y - body.y).inset(horizontal: 1)
        let lines = wholeRow(viewModel.rows[viewModel.selected]).wrapped(toColumns: max(1, place.width))
        for (index, line) in lines.prefix(place.height).enumerated() {
            let isCut = index + 1 == place.height && index + 1 < lines.count
            buffer.draw(isCut ? (line + Line(" …")).truncated(toColumns: place.width) : line, in: place.row(index))
        }
    }

    /// The rows above the list for the whole of the selected one; 0 if no row is cut. It is the same for each selected
    /// row, so that the list stays where it is.
    private func wholeRowHeight(in body: Rect) -> Int {
        guard body.height >= Self.heightWithWholeRow, hasCutRow(in: body) else { return 0 }
        let longest = viewModel.rows.map { wholeRow($0).columnCount }.max() ?? 0
        return min(body.height / 3, longest / max(1, body.width - 2) + 2)
    }

    private func hasCutRow(in body: Rect) -> Bool {
        let placed = table(in: body).layout(in: body).columns
        let widths = Dictionary(uniqueKeysWithValues: placed.map { ($0.index, $0.width) })
        return viewModel.rows.contains { row in
            [row.coin, row.condition, row.state, row.note].enumerated().contains { column, text in
                text.columnCount > widths[column] ?? 0
            }
        }
    }

    private func wholeRow(_ row: AlertRow) -> Line {
        let note = row.note.isEmpty ? "" : " \(TypedAlert.noteMark) \(row.note)"
        let condition = [Span(row.coin, .bold), Span(" \(row.condition): ")]
        return Line(condition + [Span(row.state, row.tone.style), Span(note, Theme.muted)])
    }

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
