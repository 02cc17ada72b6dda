internal import TerminalKit

/// Shows the fingerprint large enough to compare, and a question that Enter alone does not answer.
struct TrustView: ScreenView {
    let viewModel: TrustViewModel
    var keys = Keys()

    var help: [HelpSection] { [helpSection("Unknown server", keys.trust)] }

    private static let dialogSize = Size(width: 66, height: 10)
    private static let widthWithHelp = 48

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        TitleBar(title: "Unknown server").draw(into: &buffer, in: frame.header)
        if hasDialog(in: frame.body) {
            let inner = Dialog(title: Line("Trust?", Theme.title), size: Self.dialogSize, style: Theme.plain)
                .draw(into: &buffer, in: frame.body)
            let lines = [[title, reason], [fingerprint], [question]].joined(separator: [Line()])
            Message(Array(lines), alignment: .left).draw(into: &buffer, in: inner.inset(horizontal: 1))
        } else {
            drawText(into: &buffer, in: frame.body)
        }
        let hints = hints(in: frame)
        buffer.fill(hints, style: Theme.bar)
        // The keys that answer come before all others.
        let isNarrow = hints.width < Self.widthWithHelp
        let words = isNarrow ? keys.trust.answers(yes: .trust, no: .refuse) : keys.trust.hints + screenKeys.hints
        KeyHints(words, keyStyle: Theme.keyCap, style: Theme.barMuted)
            .draw(into: &buffer, in: hints.inset(horizontal: 1))
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        let (rows, area) = text(in: Frame(size).body)
        let offsetMax = max(0, rows.count - area.height)
        if case .mouse(let mouse) = event, let rows = mouse.wheelRows {
            viewModel.scrolled(by: rows, offsetMax: offsetMax)
            return true
        }
        switch keys.trust.action(for: event) {
        case .trust: viewModel.trustChosen()
        case .refuse: viewModel.refuseChosen()
        case .up: viewModel.scrolled(by: -1, offsetMax: offsetMax)
        case .down: viewModel.scrolled(by: 1, offsetMax: offsetMax)
        case nil: return handleOnScreen(event)
        }
        return true
    }
}

// MARK: Parts
extension TrustView {
    private var title: Line { Line(viewModel.question.title, Theme.warning.bold) }
    private var reason: Line { Line(viewModel.question.explanation) }
    private var fingerprint: Line { Line(viewModel.fingerprint, Theme.title) }
    private var question: Line { Line(viewModel.question.question) }

    private func hasDialog(in body: Rect) -> Bool { body.width >= 64 && body.height >= 11 }
    private func hints(in frame: Frame) -> Rect { frame.hints.isEmpty ? frame.status : frame.hints }

    private func drawText(into buffer: inout Buffer, in body: Rect) {
        let (rows, area) = text(in: body)
        let offset = max(0, min(viewModel.offset, rows.count - area.height))
        Message(Array(rows.dropFirst(offset)), alignment: .left).draw(into: &buffer, in: area)
        Scrollbar(offset: offset, visible: area.height, total: rows.count, style: Theme.muted)
            .draw(into: &buffer, in: body)
    }

    /// The fingerprint matters most. If not everything fits, only the server's name and the question are above it, and
    /// the user can scroll to the rest.
    private func text(in body: Rect) -> (rows: [Line], area: Rect) {
        let whole = [fingerprint, title, reason, question].flatMap { $0.wrapped(toColumns: body.width) }
        if whole.count <= body.height { return (whole, body) }
        let area = body.inset(right: 1)
        let short = [Line(viewModel.question.server, Theme.warning.bold), Line(viewModel.question.shortQuestion)]
        return ((short + [fingerprint, reason, question]).flatMap { $0.wrapped(toColumns: area.width) }, area)
    }
}

/// The answers to the question about a server's key.
enum TrustAction: String, CaseIterable, Sendable {
    case trust, refuse, up, down
}

extension KeyMap where Action == TrustAction {
    static let trust = KeyMap([
        Binding(["y"], .trust, "yes, trust this key", hint: "trust this key"),
        Binding(["n", Key(.escape)], .refuse, "no", hint: "no"),
        Binding([Key(.up), "k", Key(.pageUp)], .up, "scroll up"),
        Binding([Key(.down), "j", Key(.pageDown)], .down, "scroll down"),
    ])
}
