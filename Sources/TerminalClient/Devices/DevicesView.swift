internal import TerminalKit

/// Draws a row for each device, and over them the question about one of them.
struct DevicesView: TabsScreenView {
    let viewModel: DevicesViewModel

    var help: [HelpSection] { [keys.help("Devices")] }

    func prepare(for size: Size) {
        viewModel.tabs.status.refresh()
        viewModel.resized(height: DeviceTable.rowsSeen(in: Frame(size).body))
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
            hints: viewModel.asking == nil ? keys.hints : answers
        ).draw(into: &buffer, in: frame)
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        prepare(for: size)
        if case .mouse(let mouse) = event { return handle(mouse, in: size) }
        guard let command = keys.command(for: event) else { return false }
        perform(command)
        return true
    }

    private var keys: KeyMap<DevicesCommand> { viewModel.tabs.keys.devices }
    private var answers: [KeyHint] { keys.answers(yes: .confirm, no: .decline) }

    private var table: DeviceTable {
        DeviceTable(
            rows: viewModel.rows,
            selected: viewModel.selected,
            first: viewModel.window.first,
            count: viewModel.count,
            zone: viewModel.zone
        )
    }
}

// MARK: Drawing
extension DevicesView {
    private func drawList(into buffer: inout Buffer, in area: Rect) {
        let layout = table.draw(into: &buffer, in: area)
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
        case .up: viewModel.selectionMoved(by: -1)
        case .down: viewModel.selectionMoved(by: 1)
        case .pageUp: viewModel.paged(by: -1)
        case .pageDown: viewModel.paged(by: 1)
        case .first: viewModel.firstRequested()
        case .last: viewModel.lastRequested()
        case .signOut: viewModel.signOutRequested()
        case .confirm: viewModel.confirmed()
        case .decline: viewModel.declined()
        case .back: viewModel.backRequested()
        case .refresh: viewModel.listRequested()
        case .help: viewModel.helpRequested()
        case .quit: viewModel.quitRequested()
        }
    }

    private func handle(_ mouse: Mouse, in size: Size) -> Bool {
        let body = Frame(size).body
        if let rows = mouse.wheelRows {
            viewModel.selectionMoved(by: rows.signum())
        } else if mouse.kind == .press(.left), let row = table.layout(in: body).row(at: mouse.position) {
            viewModel.rowClicked(row)
        } else {
            return false
        }
        return true
    }
}
