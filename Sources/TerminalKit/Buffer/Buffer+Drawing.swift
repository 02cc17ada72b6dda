extension Buffer {
    /// Draws text on one row and returns the column after it, or after what fits. Text outside `clip` is not drawn; a wide character cut
    /// in half by its edge becomes a space.
    @discardableResult
    package mutating func draw(
        _ text: String,
        at origin: Point,
        style: Style = .plain,
        clippedTo clip: Rect? = nil
    ) -> Int {
        let bounds = clip.map { $0.intersection(area) } ?? area
        guard origin.y >= bounds.y, origin.y < bounds.bottom else { return origin.x }
        if let end = drawPlain(text, at: origin, style: style, bounds: bounds) { return end }
        var x = origin.x
        for glyph in GlyphReader(text, charset: charset) {
            guard x < bounds.right else { break }
            draw(glyph, style: style, x: x, y: origin.y, bounds: bounds)
            x += glyph.width
        }
        return x
    }

    /// Draws a line on the first row of an area. A line that is too long is cut with an ellipsis. `style` lies under
    /// its spans. Without Unicode, an ellipsis is three points if there is room.
    package mutating func draw(_ line: Line, in area: Rect, alignment: Alignment = .left, style: Style = .plain) {
        guard !area.isEmpty else { return }
        let spelled = charset != .unicode ? line.withPointsForEllipses : line
        let columns = spelled.columnCount
        let fitting = columns <= area.width ? spelled : line.truncated(toColumns: area.width)
        // A line that is cut fills the area, unless its last character would be cut in half.
        let width = columns <= area.width ? columns : fitting.columnCount
        var x = area.x + alignment.offset(inSpace: area.width - width)
        for span in fitting.spans {
            x = draw(span.text, at: Point(x: x, y: area.y), style: span.style.over(style), clippedTo: area)
        }
    }

    /// Blanks an area, and removes its images.
    package mutating func fill(_ area: Rect, style: Style = .plain) { fill(area, with: .space, style: style) }

    /// Repeats a character of one column over an area.
    package mutating func fill(_ area: Rect, with character: Character, style: Style = .plain) {
        guard let glyph = Glyph.cleaned(character, charset: charset), glyph.width == 1 else { return }
        fill(area, with: glyph, style: style)
    }

    mutating func fill(_ area: Rect, with glyph: Glyph, style: Style) {
        let visible = area.intersection(self.area)
        guard !visible.isEmpty else { return }
        removeImages(in: visible)
        let cell = Cell(glyph: glyph, style: style)
        for y in visible.y..<visible.bottom { repeatCell(cell, columns: visible.x..<visible.right, y: y) }
    }

    /// Printable ASCII, most of what is ever drawn, needs no grapheme breaking. Nil for anything else.
    private mutating func drawPlain(_ text: String, at origin: Point, style: Style, bounds: Rect) -> Int? {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
            let start = max(0, bounds.x - origin.x)
            let end = max(start, min(bytes.count, bounds.right - origin.x))
            for index in start..<end {
                place(Glyph(ascii: bytes[index]), style: style, x: origin.x + index, y: origin.y)
            }
            return origin.x + bytes.count
        } ?? nil
    }

    private mutating func draw(_ glyph: Glyph, style: Style, x: Int, y: Int, bounds: Rect) {
        if x >= bounds.x, x + glyph.width <= bounds.right { return place(glyph, style: style, x: x, y: y) }
        for column in max(x, bounds.x)..<max(x, bounds.x, min(x + glyph.width, bounds.right)) {
            place(.space, style: style, x: column, y: y)
        }
    }
}

extension Line {
    fileprivate var withPointsForEllipses: Line {
        guard spans.contains(where: { $0.text.contains("…") }) else { return self }
        return Line(
            spans.map {
                Span($0.text.split(separator: "…", omittingEmptySubsequences: false).joined(separator: "..."), $0.style)
            }
        )
    }
}
