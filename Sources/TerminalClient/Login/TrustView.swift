internal import TerminalKit

/// The fingerprint large enough to compare, and a question that Enter alone does not answer.
struct TrustView: View {
    let viewModel: TrustViewModel
    var keys = KeyMap.trust

    private static let widthWithHelp = 48

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        TitleBar(title: "Unknown server").draw(into: &buffer, in: frame.header)
        let lines = [
            Line(viewModel.title, Theme.warning.bold), Line(viewModel.reason), Line(),
            Line(viewModel.fingerprint, Theme.title), Line(), Line(viewModel.question),
        ]
        if frame.body.width >= 64, frame.body.height >= 11 {
            let size = Size(width: 66, height: 10)
            let inner = Dialog(title: Line("Trust?", Theme.title), size: size, style: Theme.plain)
                .draw(into: &buffer, in: frame.body)
            Message(lines, alignment: .left).draw(into: &buffer, in: inner.inset(horizontal: 1))
        } else {
            // Where not all of it fits, the fingerprint is what counts.
            let short = [lines[3]] + lines[...2] + lines[4...]
            Message(short.filter { !$0.isEmpty }, alignment: .left).draw(into: &buffer, in: frame.body)
        }
        let hints = frame.hints.isEmpty ? frame.status : frame.hints
        buffer.fill(hints, style: Theme.bar)
        // The answers come before everything.
        let words = hints.width < Self.widthWithHelp ? keys.answers(yes: .trust, no: .refuse) : keys.hints
        KeyHints(words, keyStyle: Theme.keyCap, style: Theme.barMuted)
            .draw(into: &buffer, in: hints.inset(horizontal: 1))
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        switch keys.command(for: event) {
        case .trust: viewModel.trustChosen()
        case .refuse: viewModel.refuseChosen()
        case .help: viewModel.helpRequested()
        case .quit: viewModel.quitRequested()
        case nil: return false
        }
        return true
    }
}
