internal import TerminalKit

/// One row that says how things are. What needs the user comes first, as the end is cut where there is no room.
@MainActor
struct StatusLine {
    let status: StatusViewModel

    func draw(into buffer: inout Buffer, in area: Rect) {
        guard !area.isEmpty else { return }
        let words = area.width < 60 ? status.pendingCount : status.pending
        StatusBar(left: left, right: words.map { Line("↑ " + $0, Theme.warning) } ?? Line())
            .draw(into: &buffer, in: area.inset(horizontal: 1))
    }

    private var left: Line {
        if let problem = status.problem { return Line("! \(problem) (Esc: seen)", Theme.problem) }
        let connection = status.connection
        var line = Line("\(connection.tone.mark) \(connection.text)", connection.tone.style)
        for phrase in status.sources {
            line.spans += [Span("  · ", Theme.muted), Span(phrase.text, phrase.tone.style)]
        }
        return line
    }
}
