internal import TerminalKit

/// The status row. What needs the user's attention comes first, because the end is cut if there is no room. An
/// important message also takes as many rows above as it needs. It follows the words that prices are not live or not
/// real.
@MainActor
struct StatusLine {
    let status: StatusViewModel
    let keys: StatusKeys

    private static let rowsMax = 3
    private static let narrow = 60
    private static let wide = 80

    /// - Parameter above: the rows above the status row.
    func draw(into buffer: inout Buffer, in area: Rect, above: Rect = .zero) {
        guard !area.isEmpty else { return }
        let row = area.inset(horizontal: 1)
        let words = area.width < Self.wide ? status.pendingCount : status.pending
        let right = words.map { Line("↑ " + $0, Theme.warning) } ?? Line()
        let room = row.width - (right.isEmpty ? 0 : right.columnCount + 1)
        let isNarrow = area.width < Self.narrow
        guard let problem = status.problem else {
            return StatusBar(left: left(width: room, isNarrow: isNarrow), right: right).draw(into: &buffer, in: row)
        }
        let rowsMax = 1 + min(Self.rowsMax - 1, above.height / 3)
        // What a key has just done is shown above the message, which stays.
        let notice = status.notice.map { [Line($0, Theme.link)] } ?? []
        let shown = above.isEmpty ? [] : notice
        let lines = shown + lines(of: problem, hint(isNarrow: isNarrow), width: room, rowsMax: rowsMax)
        for (index, line) in lines.dropLast().enumerated() {
            let place = Rect(x: area.x, y: area.y - lines.count + 1 + index, width: area.width, height: 1)
            buffer.fill(place)
            buffer.draw(line, in: place.inset(horizontal: 1))
        }
        StatusBar(left: lines[lines.count - 1], right: right).draw(into: &buffer, in: row)
    }
}

// MARK: A message
extension StatusLine {
    /// The key that closes the message, and how many more messages there are: `(Esc: seen, 2 more)`.
    private func hint(isNarrow: Bool) -> String {
        let count = status.problemsWaiting
        let more = count == 0 ? nil : isNarrow ? "+\(count)" : "\(count) more"
        let parts = [keys.seen.map { "\($0): seen" }, more].compactMap(\.self)
        return parts.isEmpty ? "" : "(\(parts.joined(separator: isNarrow ? " " : ", ")))"
    }

    /// - Parameter hint: stays whole, even if the rest of the message is cut.
    private func lines(of problem: String, _ hint: String, width: Int, rowsMax: Int) -> [Line] {
        let end = hint.isEmpty ? "" : " " + hint
        let message = Line("! \(problem)", Theme.problem)
        let state = state(columns: width - message.columnCount - end.columnCount)
        let lines = Self.joined(state + [message]).wrapped(toColumns: max(1, width))
        let room = width - end.columnCount
        if lines.count < rowsMax, lines[lines.count - 1].columnCount > room {
            return lines + [Line(hint, Theme.problem)]
        }
        let kept = lines.prefix(min(lines.count, rowsMax) - 1)
        let rest = Line(Array(lines.dropFirst(kept.count).map(\.spans).joined(separator: [Span(" ")])))
        // In a single row, the state matters more than the hint.
        let roomMin = kept.isEmpty ? Self.joined(state + [Line()]).columnCount : 0
        return kept + [rest.truncated(toColumns: max(roomMin, room)) + Line(end, Theme.problem)]
    }

    /// What a message must not hide: that prices are not live, or not real.
    /// - Parameter columns: the room beside the message. If there is too little, the words are short.
    private func state(columns: Int) -> [Line] {
        guard let trouble = status.trouble else { return [] }
        return [Self.joined([connection, Line()]).columnCount > columns ? Self.line(trouble) : connection]
    }
}

// MARK: State
extension StatusLine {
    private func left(width: Int, isNarrow: Bool) -> Line {
        let sources = status.sources.map { Line($0.text, $0.tone.style) }
        let rest = sources + (status.reason.map { [Line($0, Theme.muted)] } ?? [])
        guard let notice = status.notice.map({ Line($0, Theme.link) }) else { return Self.joined([connection] + rest) }
        let trouble = status.trouble
        if trouble == nil, isNarrow { return notice }
        // If there is much to say about the connection, the notice of the latest action comes first.
        let isShort = status.connection.tone == .good || status.connection == trouble
        let first = isShort ? [connection, notice] : [notice, connection]
        // A notice must not hide that prices are not live, or not real.
        if let trouble, Self.joined(first + sources).columnCount > width {
            return Self.joined([Self.line(trouble), notice] + rest)
        }
        return Self.joined(first + rest)
    }

    private var connection: Line {
        var phrase = status.connection
        if status.isWaiting, let key = keys.retry { phrase.text += " (\(key): now)" }
        var line = Self.line(phrase)
        if let latency = status.latency { line.spans.append(Span(" \(latency)", Theme.muted)) }
        return line
    }

    private static func line(_ phrase: Phrase) -> Line { Line("\(phrase.tone.mark) \(phrase.text)", phrase.tone.style) }

    private static func joined(_ parts: [Line]) -> Line {
        Line(Array(parts.map(\.spans).joined(separator: [Span("  · ", Theme.muted)])))
    }
}

/// The keys that the status line names, as the current screen binds them; nil if the screen has no such key.
struct StatusKeys: Equatable, Sendable {
    /// Closes the message that is shown.
    var seen: String?
    /// Connects now, without waiting any longer.
    var retry: String?
}
