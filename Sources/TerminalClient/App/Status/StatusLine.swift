internal import TerminalKit

/// One row that says how things are. What needs the user comes first, as the end is cut where there is no room; a message
/// that matters takes the rows above that it needs.
@MainActor
struct StatusLine {
    let status: StatusViewModel

    private static let rowsMax = 3
    private static let narrow = 60
    private static let wide = 80

    /// - Parameter above: the rows over it.
    func draw(into buffer: inout Buffer, in area: Rect, above: Rect = .zero) {
        guard !area.isEmpty else { return }
        let row = area.inset(horizontal: 1)
        let words = area.width < Self.wide ? status.pendingCount : status.pending
        let right = words.map { Line("↑ " + $0, Theme.warning) } ?? Line()
        guard let problem = status.problem else {
            return StatusBar(left: left(isNarrow: area.width < Self.narrow), right: right).draw(into: &buffer, in: row)
        }
        let room = row.width - (right.isEmpty ? 0 : right.columnCount + 1)
        let lines = Self.lines(of: problem, width: room, rowsMax: 1 + min(Self.rowsMax - 1, above.height / 3))
        for (index, line) in lines.dropLast().enumerated() {
            let place = Rect(x: area.x, y: area.y - lines.count + 1 + index, width: area.width, height: 1)
            buffer.fill(place)
            buffer.draw(line, in: place.inset(horizontal: 1))
        }
        StatusBar(left: lines[lines.count - 1], right: right).draw(into: &buffer, in: row)
    }

    /// A message with the way to be rid of it, which stands whatever is cut.
    private static func lines(of problem: String, width: Int, rowsMax: Int) -> [Line] {
        let hint = "(Esc: seen)"
        let room = width - hint.count - 1
        let lines = Line("! \(problem)", Theme.problem).wrapped(toColumns: max(1, width))
        if lines.count < rowsMax, lines[lines.count - 1].columnCount > room {
            return lines + [Line(hint, Theme.problem)]
        }
        let kept = lines.prefix(min(lines.count, rowsMax) - 1)
        let rest = lines.dropFirst(kept.count).map(\.text).joined(separator: " ")
        return kept + [Line(rest.truncated(toColumns: max(0, room)) + " " + hint, Theme.problem)]
    }

    private func left(isNarrow: Bool) -> Line {
        let notice = status.notice.map { Line($0, Theme.link) }
        if let notice, isNarrow { return notice }
        let connection = status.connection
        var state = Line("\(connection.tone.mark) \(connection.text)", connection.tone.style)
        if let latency = status.latency { state.spans.append(Span(" \(latency)", Theme.muted)) }
        // Where there is much to say of the connection, what was just done comes first.
        let first: [Line?] = connection.tone == .good ? [state, notice] : [notice, state]
        let sources = status.sources.map { Line($0.text, $0.tone.style) }
        let reason = status.reason.map { Line($0, Theme.muted) }
        let parts = first.compactMap(\.self) + sources + [reason].compactMap(\.self)
        return Line(Array(parts.map(\.spans).joined(separator: [Span("  · ", Theme.muted)])))
    }
}
