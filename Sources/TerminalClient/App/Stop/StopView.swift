internal import TerminalKit

/// Says why nothing happens any more.
struct StopView: View {
    enum Command: CaseIterable, Sendable { case retry, help, quit }

    static let keys = KeyMap<Command>([
        KeyMap.Binding(["r"], .retry, "try again", hint: "try again"),
        KeyMap.Binding(["?", Key(.function(1))], .help, "this help", hint: "help"),
        KeyMap.Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
    ])

    let viewModel: StopViewModel

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        TitleBar(title: "Stopped").draw(into: &buffer, in: frame.header)
        let lines = [Line(viewModel.title, Theme.problem)] + viewModel.paragraphs.flatMap { [Line(), Line($0)] }
        let width = min(76, frame.body.width - 2)
        let area = frame.body.centered(Size(width: width, height: frame.body.height))
        Message(lines, alignment: .left).draw(into: &buffer, in: area)
        buffer.fill(frame.hints, style: Theme.bar)
        let hints = Self.keys.hints.filter { viewModel.canRetry || $0.title != "try again" }
        KeyHints(hints, keyStyle: Theme.keyCap, style: Theme.barMuted)
            .draw(into: &buffer, in: frame.hints.inset(horizontal: 1))
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        switch Self.keys.command(for: event) {
        case .retry: viewModel.retryRequested()
        case .help: viewModel.helpRequested()
        case .quit: viewModel.quitRequested()
        case nil: return false
        }
        return true
    }
}
