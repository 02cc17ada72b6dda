extension Line {
    /// Breaks the line into rows of at most `width` columns: between words if possible, and inside a word that is too
    /// long. A line end in the text stays one.
    package func wrapped(toColumns width: Int) -> [Line] {
        guard width > 0 else { return [] }
        var wrapper = LineWrapper(width: width)
        for span in spans {
            for (index, paragraph) in span.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { wrapper.endLine() }
                wrapper.add(String(paragraph), style: span.style)
            }
        }
        wrapper.endLine()
        return wrapper.lines
    }
}

/// Fills rows word by word.
private struct LineWrapper {
    let width: Int
    private(set) var lines: [Line] = []
    private var row: [Span] = []
    private var used = 0

    init(width: Int) { self.width = width }

    mutating func add(_ text: String, style: Style) {
        for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { addSpace(style) }
            addWord(String(word), style)
        }
    }

    mutating func endLine() {
        lines.append(Line(row))
        row = []
        used = 0
    }

    /// Leaves out a space at the beginning of a row, because the break replaces it.
    private mutating func addSpace(_ style: Style) {
        if used > 0, used < width { append(" ", style, 1) }
    }

    private mutating func addWord(_ word: String, _ style: Style) {
        let columns = word.columnCount
        if columns <= width - used { return append(word, style, columns) }
        if used > 0 { endLine() }
        if columns <= width { return append(word, style, columns) }
        for glyph in GlyphReader(word) {
            if glyph.width > width - used, used > 0 { endLine() }
            append(glyph.text, style, glyph.width)
        }
    }

    private mutating func append(_ text: String, _ style: Style, _ columns: Int) {
        used += columns
        if let last = row.last, last.style == style {
            row[row.count - 1].text += text
        } else if !text.isEmpty {
            row.append(Span(text, style))
        }
    }
}
