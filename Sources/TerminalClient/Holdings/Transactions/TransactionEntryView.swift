internal import Shared
internal import TerminalKit

/// Draws the fields of a transaction one below another. A low screen shows the fields around the focus.
struct TransactionEntryView: TabsScreenView {
    private static let labelWidth = 12
    private static let fieldWidth = 48

    let viewModel: TransactionEntryViewModel

    var help: [HelpSection] { [helpSection("A transaction", keys.transactionEntry)] }
    var isTyping: Bool { true }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        TitleBar(title: viewModel.title, note: viewModel.tabs.status.userName)
            .draw(into: &buffer, in: frame.header)
        let layout = layout(in: frame.body)
        var cursor: Cursor?
        for (field, row) in layout.fields { cursor = draw(field, into: &buffer, in: row) ?? cursor }
        for (index, line) in words(layout.words.width).enumerated() {
            buffer.draw(line, in: layout.words.row(index))
        }
        let own = keys.transactionEntry
        drawFooter(screenHints(around: own.hints), seen: own.name(of: .cancel), into: &buffer, in: frame)
        return cursor
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        if case .mouse(let mouse) = event {
            guard mouse.kind == .press(.left),
                let hit = layout(in: Frame(size).body).fields.first(where: { $0.row.contains(mouse.position) })
            else { return false }
            viewModel.fieldClicked(hit.field)
        } else if let action = keys.transactionEntry.action(for: event) {
            perform(action)
        } else if let edit = TextEdit(event) {
            viewModel.edited(edit)
        } else {
            return handleOnScreen(event)
        }
        return true
    }
}

extension TransactionEntryView {
    private struct Layout {
        let fields: [(field: TransactionForm.Field, row: Rect)]
        /// The place for advice, or for what is wrong.
        let words: Rect
    }

    private func layout(in body: Rect) -> Layout {
        var rest = body.inset(horizontal: 1)
        let width = min(rest.width, Self.labelWidth + Self.fieldWidth)
        rest = Rect(x: rest.x, y: rest.y, width: width, height: rest.height)
        let wordRows = words(body.width - 2).count
        let count = TransactionForm.Field.allCases.count
        let room = max(1, rest.height - wordRows - (rest.height > count + wordRows ? 1 : 0))
        let shown = min(count, room)
        // If there is no room for all fields, the focus stays in the middle.
        let first = max(0, min(viewModel.focus.rawValue - shown / 2, count - shown))
        let fields = TransactionForm.Field.allCases[first..<first + shown].map { ($0, rest.removeTop(1)) }
        if rest.height > wordRows { _ = rest.removeTop(1) }
        return Layout(fields: fields, words: Rect(x: rest.x, y: rest.y, width: body.width - 2, height: rest.height))
    }

    private func words(_ width: Int) -> [Line] {
        let line = viewModel.problem.map { Line($0, Theme.problem) } ?? Line(viewModel.advice, Theme.muted)
        return line.wrapped(toColumns: max(1, width))
    }

    private func draw(_ field: TransactionForm.Field, into buffer: inout Buffer, in row: Rect) -> Cursor? {
        var place = row
        let isFocused = viewModel.focus == field
        let label = place.removeLeft(min(Self.labelWidth, row.width / 2))
        buffer.draw(Line(field.title, isFocused ? Theme.title : Theme.muted), in: label.inset(right: 1))
        let style = isFocused ? Theme.focusedField : Theme.field
        if field == .kind {
            buffer.fill(place, style: style)
            buffer.draw(kinds(columns: place.width), in: place, style: style)
            return nil
        }
        if viewModel.isHidden(field) {
            // Always the same, so that its length reveals nothing.
            let hidden = TextEntry(HoldingWords.hidden)
            return TextField(hidden, isFocused: isFocused, style: style).draw(into: &buffer, in: place)
        }
        return TextField(viewModel.entry(of: field), isFocused: isFocused, style: style).draw(into: &buffer, in: place)
    }

    /// All kinds with the chosen one marked; that one alone where there is no room.
    private func kinds(columns: Int) -> Line {
        let kinds = Transaction.Kind.allCases.map { kind in
            kind == viewModel.kind ? Line("● \(kind.rawValue)", .bold) : Line("○ \(kind.rawValue)")
        }
        let all = Line(Array(kinds.map(\.spans).joined(separator: [Span("  ")])))
        return all.columnCount <= columns ? all : Line(viewModel.entry(of: .kind).text, .bold)
    }

    private func perform(_ action: TransactionEntryAction) {
        switch action {
        case .keep: viewModel.keepRequested()
        case .cancel: viewModel.backPressed()
        case .next: viewModel.nextRequested()
        case .previous: viewModel.previousRequested()
        }
    }
}
