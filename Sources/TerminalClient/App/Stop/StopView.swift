internal import TerminalKit

/// Says why nothing more happens by itself.
struct StopView: ScreenView {
    let viewModel: StopViewModel
    var keys = Keys()

    var help: [HelpSection] { [helpSection("Stopped", ownKeys)] }
    /// If the user cannot try again, there is no key for it.
    private var ownKeys: KeyMap<StopAction> { viewModel.canRetry ? keys.stop : keys.stop.without(.retry) }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        TitleBar(title: "Stopped").draw(into: &buffer, in: frame.header)
        let area = textArea(in: frame)
        let lines = lines(width: area.width)
        let hidden = max(0, lines.count - area.height)
        Message(Array(lines.dropFirst(min(viewModel.offset, hidden))), alignment: .left).draw(into: &buffer, in: area)
        Scrollbar(offset: viewModel.offset, visible: area.height, total: lines.count, style: Theme.muted)
            .draw(into: &buffer, in: frame.body)
        buffer.fill(frame.hints, style: Theme.bar)
        KeyHints(ownKeys.hints + screenKeys.hints, keyStyle: Theme.keyCap, style: Theme.barMuted)
            .draw(into: &buffer, in: frame.hints.inset(horizontal: 1))
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        let area = textArea(in: Frame(size))
        let offsetMax = max(0, lines(width: area.width).count - area.height)
        if case .mouse(let mouse) = event, let rows = mouse.wheelRows {
            viewModel.scrolled(by: rows, offsetMax: offsetMax)
            return true
        }
        switch ownKeys.action(for: event) {
        case .up: viewModel.scrolled(by: -1, offsetMax: offsetMax)
        case .down: viewModel.scrolled(by: 1, offsetMax: offsetMax)
        case .retry: viewModel.retryRequested()
        case nil: return handleOnScreen(event)
        }
        return true
    }

    private func textArea(in frame: Frame) -> Rect {
        frame.body.centered(Size(width: min(76, frame.body.width - 2), height: frame.body.height))
    }

    private func lines(width: Int) -> [Line] {
        let all = [Line(viewModel.title, Theme.problem)] + viewModel.paragraphs.flatMap { [Line(), Line($0)] }
        return all.flatMap { $0.wrapped(toColumns: width) }
    }
}

/// The actions of the screen that explains why the connection is over.
enum StopAction: String, CaseIterable, Sendable {
    case retry, up, down
}

extension KeyMap where Action == StopAction {
    static let stop = KeyMap([
        Binding(["r"], .retry, "try again", hint: "try again"),
        Binding([Key(.up), "k", Key(.pageUp)], .up, "scroll up"),
        Binding([Key(.down), "j", Key(.pageDown)], .down, "scroll down"),
    ])
}
