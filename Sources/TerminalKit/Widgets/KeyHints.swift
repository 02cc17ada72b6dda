/// A key and what it does, in a word.
package struct KeyHint: Hashable, Sendable {
    package var key: String
    package var title: String

    package init(_ key: String, _ title: String) {
        self.key = key
        self.title = title
    }

    fileprivate var columnCount: Int { key.columnCount + 1 + title.columnCount }
}

/// The keys that matter now. When it gets narrow the first one stays for longest, then the last two, which are by custom
/// help and the way out; of the others those on the right give way first.
package struct KeyHints: Sendable {
    package var hints: [KeyHint]
    package var keyStyle: Style
    package var style: Style

    package init(_ hints: [KeyHint], keyStyle: Style = .bold, style: Style = .dim) {
        self.hints = hints
        self.keyStyle = keyStyle
        self.style = style
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        var spelled = self
        spelled.hints = hints.map { KeyHint(Key.spelled($0.key, in: buffer.charset), $0.title) }
        buffer.draw(spelled.line(columns: area.width), in: area)
    }

    /// The hints that fit, whole ones only.
    package func line(columns: Int) -> Line {
        let end = max(1, hints.count - 2)
        let byWeight = [0..<min(1, hints.count), min(end, hints.count)..<hints.count, 1..<end].joined()
        var (used, kept) = (-Self.gap.count, [Int]())
        for index in byWeight {
            used += Self.gap.count + hints[index].columnCount
            if used > columns { break }
            kept.append(index)
        }
        var line = Line()
        for index in kept.sorted() {
            let hint = hints[index]
            line.spans.append(Span(line.isEmpty ? "" : Self.gap, style))
            line.spans += [Span(hint.key, keyStyle), Span(" " + hint.title, style)]
        }
        return line
    }

    private static let gap = "  "
}
