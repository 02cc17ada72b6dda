internal import TerminalKit

/// Draws a row for each device, and over them the question about one of them.
struct DevicesView: TabsScreenView {
    let viewModel: DevicesViewModel

    var help: [HelpSection] { [keys.help("Devices")] }

    func prepare(for size: Size) {
        viewModel.tabs.status.refresh()
        viewModel.resized(height: RowTable.rowsSeen(in: Frame(size).body))
    }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        TitleBar(title: "Devices", note: viewModel.userName).draw(into: &buffer, in: frame.header)
        if viewModel.rows.isEmpty {
            Message([Line(viewModel.absence.text, viewModel.absence.tone.style)])
                .draw(into: &buffer, in: frame.body.inset(horizontal: 1))
        } else {
            drawList(into: &buffer, in: frame.body)
        }
        if let question = viewModel.question {
            QuestionView(question: question, answers: answers, hasHints: !frame.hints.isEmpty)
                .draw(into: &buffer, in: frame.body)
        }
        // The question takes precedence over a message.
        FooterView(
            status: viewModel.tabs.status,
            keys: keys.statusKeys(seen: viewModel.asking == nil ? .back : nil, retry: .refresh),
            hints: viewModel.asking == nil ? hints(keys) : answers
        ).draw(into: &buffer, in: frame)
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        prepare(for: size)
        if case .mouse(let mouse) = event {
            let body = Frame(size).body
            return handle(mouse, on: table(in: body).layout(in: body))
        }
        guard let command = keys.command(for: event) else { return false }
        perform(command)
        return true
    }

    private var keys: KeyMap<DevicesCommand> { viewModel.tabs.keys.devices }
    private var answers: [KeyHint] { keys.answers(yes: .confirm, no: .decline) }

}

// MARK: Drawing
extension DevicesView {
    private func table(in area: Rect) -> RowTable {
        let (rows, selected, isNarrow) = (viewModel.rows, viewModel.selected, area.width < 34)
        let since = "Logged in (\(viewModel.zone))"
        return RowTable(
            columns: [
                Column(Line(), .fixed(1)),
                Column(
                    Line([Span("Devices", Theme.title), Span(isNarrow ? "" : " \(viewModel.count)", Theme.muted)]),
                    .flexible(minimum: isNarrow ? 8 : 15, weight: 2)
                ),
                Column(RowTable.title(isNarrow ? "Seen" : "Last seen"), .fixed(isNarrow ? 8 : 15), priority: 10),
                Column(RowTable.title("Address"), .flexible(minimum: 15), priority: 5),
                Column(RowTable.title(since), .fixed(max(16, since.columnCount)), priority: 1),
            ],
            count: rows.count,
            selected: selected,
            first: viewModel.selection.window.first,
            spacing: isNarrow ? 1 : 2,
            widthMax: 104
        ) { cell(rows[$0], column: $1, isNarrow: isNarrow, isSelected: $0 == selected) }
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

    private func drawList(into buffer: inout Buffer, in area: Rect) {
        let layout = table(in: area).draw(into: &buffer, in: area)
        let note = viewModel.note
        guard !note.text.isEmpty, let last = layout.rows.last, last.area.y + 2 < area.bottom else { return }
        let line = Line([Span(note.text, note.tone.style)])
        buffer.draw(
            line,
            in: Rect(x: area.x, y: last.area.y + 2, width: area.width, height: 1).inset(left: min(4, area.width / 5))
        )
    }
}

// MARK: Input
extension DevicesView {
    private func perform(_ command: DevicesCommand) {
        switch command {
        case .up, .down, .pageUp, .pageDown, .first, .last: move(by: command)
        case .signOut: viewModel.signOutRequested()
        case .confirm: viewModel.confirmed()
        case .decline: viewModel.declined()
        case .back: viewModel.backRequested()
        case .refresh: viewModel.listRequested()
        case .help: viewModel.helpRequested()
        case .quit: viewModel.quitRequested()
        }
    }
}
