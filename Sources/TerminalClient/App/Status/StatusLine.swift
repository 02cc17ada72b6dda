internal import TerminalKit

/// One row that says how things are. What needs the user comes first, as the end is cut where there is no room.
@MainActor
struct StatusLine {
    let status: StatusViewModel

    func draw(into buffer: inout Buffer, in area: Rect) {
        guard !area.isEmpty else { return }
        let isNarrow = area.width < 60
        let words = isNarrow ? status.pendingCount : status.pending
        StatusBar(left: left(isNarrow: isNarrow), right: words.map { Line("↑ " + $0, Theme.warning) } ?? Line())
            .draw(into: &buffer, in: area.inset(horizontal: 1))
    }

    private func left(isNarrow: Bool) -> Line {
        if let problem = status.problem { return Line("! \(problem) (Esc: seen)", Theme.problem) }
        if let notice = status.notice, isNarrow { return Line(notice, Theme.link) }
        let connection = status.connection
        var line = Line("\(connection.tone.mark) \(connection.text)", connection.tone.style)
        if let latency = status.latency { line.spans.append(Span(" \(latency)", Theme.muted)) }
        if let notice = status.notice { line.spans += [Span("  · ", Theme.muted), Span(notice, Theme.link)] }
        for phrase in status.sources {
            line.spans += [Span("  · ", Theme.muted), Span(phrase.text, phrase.tone.style)]
        }
        return line
    }
}
