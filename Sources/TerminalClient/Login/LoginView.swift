internal import TerminalKit

/// A card with three fields in the middle of the screen. A small screen shows it without its frame.
struct LoginView: ScreenView {
    let viewModel: LoginViewModel
    var keys = Keys()

    var help: [HelpSection] { [helpSection("Log in", keys.login)] }
    var screenKeys: KeyMap<ScreenAction> { keys.screen.basic.whileTyping }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        TitleBar(title: "Log in").draw(into: &buffer, in: frame.header)
        let body = drawMessage(into: &buffer, in: frame)
        buffer.fill(frame.hints, style: Theme.bar)
        KeyHints(keys.login.hints + screenKeys.hints, keyStyle: Theme.keyCap, style: Theme.barMuted)
            .draw(into: &buffer, in: frame.hints.inset(horizontal: 1))
        return drawCard(into: &buffer, in: body)
    }

    /// Takes as many rows as the message needs, but no more than the fields leave.
    /// - Returns: the rest of the body.
    private func drawMessage(into buffer: inout Buffer, in frame: Frame) -> Rect {
        let message = viewModel.message
        guard !message.text.isEmpty else { return frame.body }
        let row = frame.status.inset(horizontal: 1)
        let lines = Line("\(message.tone.mark) \(message.text)", message.tone.style).wrapped(toColumns: row.width)
        let more = max(0, min(lines.count - 1, frame.body.height - LoginForm.Field.allCases.count))
        // What does not fit is cut, with a sign that something is missing.
        let rest = lines.dropFirst(more).map(\.text).joined(separator: " ")
        for (index, line) in (lines.prefix(more) + [Line(rest, message.tone.style)]).enumerated() {
            buffer.draw(line, in: Rect(x: row.x, y: row.y - more + index, width: row.width, height: row.height))
        }
        return frame.body.inset(bottom: more)
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        if let action = keys.login.action(for: event) {
            perform(action)
            return true
        }
        if let edit = TextEdit(event) {
            viewModel.edited(edit)
        } else if event == .focusGained {
            viewModel.windowEntered()
        } else {
            return handleOnScreen(event)
        }
        return true
    }

    private func perform(_ action: LoginAction) {
        switch action {
        case .submit: viewModel.submitted()
        case .next: viewModel.nextFieldRequested()
        case .previous: viewModel.previousFieldRequested()
        case .cancel: viewModel.cancelPressed()
        }
    }
}

// MARK: The card
extension LoginView {
    private static let cardSize = Size(width: 60, height: 11)
    private static let widthWithMargin = 30

    private func drawCard(into buffer: inout Buffer, in body: Rect) -> Cursor? {
        guard body.width >= Self.cardSize.width, body.height >= Self.cardSize.height else {
            let margin = body.width < Self.widthWithMargin ? 0 : 1
            return drawFields(into: &buffer, in: body.inset(horizontal: margin), spacing: body.height >= 6 ? 1 : 0)
        }
        let card = body.centered(Self.cardSize)
        let inner = Box(title: Line("Log in", Theme.title), style: Theme.muted).draw(into: &buffer, in: card)
        var content = inner.inset(horizontal: 2, vertical: 1)
        let words = content.removeBottom(1)
        buffer.draw(Line("Live prices, and your favorites on every terminal.", Theme.muted), in: words)
        return drawFields(into: &buffer, in: content, spacing: 1)
    }

    private func drawFields(into buffer: inout Buffer, in area: Rect, spacing: Int) -> Cursor? {
        var rest = area
        var cursor: Cursor?
        for field in LoginForm.Field.allCases {
            cursor = drawField(field, into: &buffer, in: rest.removeTop(1)) ?? cursor
            _ = rest.removeTop(spacing)
        }
        return cursor
    }

    private func drawField(_ field: LoginForm.Field, into buffer: inout Buffer, in row: Rect) -> Cursor? {
        var place = row
        let isFocused = viewModel.focus == field
        let label = place.removeLeft(min(10, row.width / 2))
        buffer.draw(Line(field.title, isFocused ? Theme.title : Theme.muted), in: label.inset(right: 1))
        return TextField(
            viewModel.input(of: field),
            isSecure: field == .password,
            isFocused: isFocused && !viewModel.isConnecting,
            style: isFocused ? Theme.focusedField : Theme.field
        ).draw(into: &buffer, in: place)
    }
}

/// The actions while the user fills in the login. All other keys type.
enum LoginAction: String, CaseIterable, Sendable {
    case submit, next, previous, cancel
}

extension KeyMap where Action == LoginAction {
    static let login = KeyMap([
        Binding([Key(.enter)], .submit, "log in", hint: "log in"),
        Binding([Key(.tab), Key(.down)], .next, "next field", hint: "next field"),
        Binding([Key(.tab, .shift), Key(.up)], .previous, "previous field", hint: "previous"),
        Binding([Key(.escape)], .cancel, "stop connecting"),
    ])
}
