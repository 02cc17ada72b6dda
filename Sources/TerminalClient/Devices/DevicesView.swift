internal import TerminalKit

/// Draws a row for each device, and over them the question about one of them.
struct DevicesView: RowsScreenView {
    let viewModel: DevicesViewModel

    var help: [HelpSection] { [helpOnRows("Devices")] }
    /// A question has the keys of its answers, and they work for nothing else.
    var listKeys: KeyMap<DevicesAction> {
        keys.devices.only { ($0 == .confirm || $0 == .decline) == (viewModel.asking != nil) }
    }
    var header: TitleBar { TitleBar(title: "Devices", note: viewModel.userName) }
    var absence: [Line] { [Line(viewModel.absence.text, viewModel.absence.tone.style)] }
    var innerHints: [KeyHint]? { viewModel.asking == nil ? nil : answers }
    private var answers: [KeyHint] { listKeys.answers(yes: .confirm, no: .decline) }
}

// MARK: Drawing
extension DevicesView {
    func table(in area: Rect) -> RowTable {
        let (rows, selected, isNarrow) = (viewModel.rows, viewModel.selected, area.width < 34)
        let since = DeviceColumn.since.title(in: viewModel.zone)
        let seen = isNarrow ? DeviceColumn.seen.shortTitle : DeviceColumn.seen.title
        return RowTable(
            columns: [
                Column(Line(), .fixed(1)),
                Column(
                    Line([Span("Devices", Theme.title), Span(isNarrow ? "" : " \(viewModel.count)", Theme.muted)]),
                    .flexible(minimum: isNarrow ? 8 : 15, weight: 2)
                ),
                Column(RowTable.title(seen), .fixed(isNarrow ? 8 : 15), priority: 10),
                DeviceColumn.address.column(.flexible(minimum: 15), priority: 5),
                Column(RowTable.title(since), .fixed(max(16, since.columnCount)), priority: 1),
            ],
            count: rows.count,
            selected: selected,
            first: viewModel.selection.window.first,
            spacing: isNarrow ? 1 : 2,
            widthMax: 104
        ) { index, column, _ in cell(rows[index], column: column, isNarrow: isNarrow, isSelected: index == selected) }
    }

    private func cell(_ row: DeviceRow, column: Int, isNarrow: Bool, isSelected: Bool) -> Line {
        let quiet = isSelected ? Style.plain : Theme.muted
        return switch column {
        case 0: Line(row.isConnected ? "●" : "○", row.isConnected ? .foreground(Theme.up) : quiet)
        case 1: Line(row.name, row.isOwn ? .bold : .plain)
        case 2: Line(isNarrow ? row.seenShort : row.seen, row.isConnected || row.isOwn ? .plain : quiet)
        case 3: Line(row.address, quiet)
        default: Line(row.since, quiet)
        }
    }

    func drawRows(into buffer: inout Buffer, in area: Rect) {
        let layout = table(in: area).draw(into: &buffer, in: area)
        let note = viewModel.note
        guard !note.text.isEmpty, let last = layout.rows.last, last.area.y + 2 < area.bottom else { return }
        let line = Line([Span(note.text, note.tone.style)])
        buffer.draw(
            line,
            in: Rect(x: area.x, y: last.area.y + 2, width: area.width, height: 1).inset(left: min(4, area.width / 5))
        )
    }

    func drawOver(into buffer: inout Buffer, in frame: Frame) -> Cursor? {
        if let question = viewModel.question {
            QuestionView(question: question, answers: answers, hasHints: !frame.hints.isEmpty)
                .draw(into: &buffer, in: frame.body)
        }
        return nil
    }
}

// MARK: Input
extension DevicesView {
    func perform(_ action: DevicesAction) {
        switch action {
        case .signOut: viewModel.signOutRequested()
        case .confirm: viewModel.confirmed()
        case .decline: viewModel.declined()
        case .up, .down, .pageUp, .pageDown, .first, .last: performInList(action)
        }
    }
}

/// The actions of the list of devices.
enum DevicesAction: String, CaseIterable, RowActions, RowsScreenActions {
    case up, down, pageUp, pageDown, first, last, signOut, confirm, decline

    var needsRow: Bool { movesSelection || self == .signOut }
}

extension KeyMap where Action == DevicesAction {
    static let devices = KeyMap(
        Binding.rows + [
            Binding([Key(.enter), "x", Key(.delete)], .signOut, "sign the device out", hint: "sign out"),
            Binding(["y"], .confirm, "answer yes"),
            Binding(["n"], .decline, "answer no"),
        ]
    )
}
