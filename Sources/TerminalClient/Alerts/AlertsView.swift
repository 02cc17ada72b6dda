internal import Shared
internal import TerminalKit

/// A row for each alert and for each alert that has fired. Below them is the condition that the user is typing.
struct AlertsView: TabsScreenView {
    private static let entryHeight = 5

    let viewModel: AlertsViewModel

    var help: [HelpSection] { [keys.help("Alerts")] }

    func prepare(for size: Size) {
        viewModel.tabs.status.refresh()
        viewModel.resized(height: max(1, list(in: Frame(size).body).height - 1))
    }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        TitleBar(title: "Alerts", note: viewModel.userName).draw(into: &buffer, in: frame.header)
        let rows = viewModel.rows
        if rows.isEmpty {
            let lines = viewModel.absence.map { Line($0, Theme.muted) }
            if viewModel.entry == nil { Message(lines).draw(into: &buffer, in: frame.body.inset(horizontal: 1)) }
        } else {
            table(rows).draw(into: &buffer, in: list(in: frame.body).inset(left: 1))
        }
        let cursor = viewModel.entry.flatMap { draw($0, into: &buffer, in: frame.body) }
        FooterView(
            status: viewModel.tabs.status,
            keys: keys.statusKeys(seen: viewModel.entry == nil ? .back : nil, retry: .refresh),
            hints: viewModel.entry == nil ? keys.hints : viewModel.tabs.keys.alertEntry.hints
        ).draw(into: &buffer, in: frame)
        return cursor
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        prepare(for: size)
        if viewModel.entry != nil { return type(event) }
        if case .mouse(let mouse) = event { return handle(mouse, in: size) }
        guard let command = keys.command(for: event) else { return false }
        perform(command)
        return true
    }

    private var keys: KeyMap<AlertsCommand> { viewModel.tabs.keys.alerts }

    /// The typed condition lies below the list.
    private func list(in body: Rect) -> Rect {
        viewModel.entry == nil || body.height <= Self.entryHeight
            ? body
            : Rect(x: body.x, y: body.y, width: body.width, height: body.height - Self.entryHeight)
    }
}

// MARK: Drawing
extension AlertsView {
    private func table(_ rows: [AlertRow]) -> Table {
        let muted = { (text: String) in Line(text, Theme.muted) }
        let selected = viewModel.selected(in: rows)
        return Table(
            columns: [
                Column(Line("Alerts", Theme.title), .fixed(8)),
                Column(muted("Condition"), .flexible(minimum: 16, weight: 2)),
                Column(muted("State"), .flexible(minimum: 10, weight: 2), priority: 10),
                Column(muted("Note"), .flexible(minimum: 8), priority: 1),
            ],
            rowCount: rows.count,
            selected: selected,
            first: viewModel.window.first,
            hasHeader: true,
            spacing: 2,
            styles: Table.Styles(header: Theme.plain, row: Theme.plain, selected: Theme.selection)
        ) { index, column in
            let row = rows[index]
            let tone = index == selected ? Style.plain : row.tone.style
            return switch column {
            case 0: Line(row.coin, .bold)
            case 1: Line(row.condition)
            case 2: Line(row.state, tone)
            default: Line(row.note, index == selected ? .plain : Theme.muted)
            }
        }
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
            ?? Line("such as \(AlertCondition.examples)", Theme.muted)
        for line in words.wrapped(toColumns: max(1, rest.width)) where !rest.isEmpty {
            buffer.draw(line, in: rest.removeTop(1))
        }
        return TextField(entry.text, isFocused: true, style: Theme.focusedField).draw(into: &buffer, in: field)
    }
}

// MARK: Input
extension AlertsView {
    private func type(_ event: InputEvent) -> Bool {
        switch viewModel.tabs.keys.alertEntry.command(for: event) {
        case .keep: viewModel.entryKept()
        case .cancel: viewModel.entryCancelled()
        case .quit: viewModel.quitRequested()
        case nil:
            guard let edit = TextEdit(event) else { return false }
            viewModel.edited(edit)
        }
        return true
    }

    private func perform(_ command: AlertsCommand) {
        switch command {
        case .up: viewModel.selectionMoved(by: -1)
        case .down: viewModel.selectionMoved(by: 1)
        case .pageUp: viewModel.paged(by: -1)
        case .pageDown: viewModel.paged(by: 1)
        case .first: viewModel.firstRequested()
        case .last: viewModel.lastRequested()
        case .edit: viewModel.editRequested()
        case .remove: viewModel.removeRequested()
        case .arm: viewModel.armRequested()
        case .repeat: viewModel.repeatToggled()
        case .undo: viewModel.tabs.undoRequested()
        case .back: viewModel.backPressed()
        case .refresh: viewModel.refreshRequested()
        case .help: viewModel.helpRequested()
        case .quit: viewModel.quitRequested()
        }
    }

    private func handle(_ mouse: Mouse, in size: Size) -> Bool {
        let area = list(in: Frame(size).body).inset(left: 1)
        if let rows = mouse.wheelRows {
            viewModel.selectionMoved(by: rows.signum())
        } else if mouse.kind == .press(.left), let row = table(viewModel.rows).layout(in: area).row(at: mouse.position)
        {
            viewModel.rowClicked(row)
        } else {
            return false
        }
        return true
    }
}
