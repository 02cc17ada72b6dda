/// A key and what it does, in a word.
package struct KeyHint: Hashable, Sendable {
    package var key: String
    package var title: String

    package init(_ key: String, _ title: String) {
        self.key = key
        self.title = title
    }
}

/// The keys that matter now, most important first; those at the end give way when it gets narrow.
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
        buffer.draw(line(columns: area.width), in: area)
    }

    /// The hints that fit, whole ones only.
    package func line(columns: Int) -> Line {
        var line = Line()
        var used = 0
        for hint in hints {
            let gap = line.isEmpty ? "" : "  "
            let width = gap.count + hint.key.columnCount + 1 + hint.title.columnCount
            guard used + width <= columns else { break }
            used += width
            line.spans += [Span(gap, style), Span(hint.key, keyStyle), Span(" " + hint.title, style)]
        }
        return line
    }
}
