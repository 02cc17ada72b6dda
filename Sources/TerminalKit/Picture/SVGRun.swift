/// Neighboring cells of one style.
struct SVGRun {
    /// Words with one space between them, or one glyph that is drawn as a shape.
    struct Piece {
        let column: Int
        var columns: Int
        var text: String
        let shape: SVGShape?
    }

    let style: Style
    let column: Int
    private(set) var columns = 0
    private(set) var pieces: [Piece] = []
    /// Columns since the last letter; nil if there was none that others may join.
    private var gap: Int?

    private init(style: Style, column: Int) {
        self.style = style
        self.column = column
    }

    static func runs(of buffer: Buffer, row y: Int) -> [SVGRun] {
        var runs: [SVGRun] = []
        for x in 0..<buffer.size.width {
            let cell = buffer[x, y]
            if cell.glyph == .continuation { continue }
            var style = cell.style
            // A reversed block is drawn as the rest of its cell in its own ink, because a background would show at the
            // edges.
            let rest = style.attributes.contains(.reverse) ? SVGShape.rest(of: cell.glyph) : nil
            if rest != nil { style.attributes.remove(.reverse) }
            if runs.last?.style != style { runs.append(SVGRun(style: style, column: x)) }
            runs[runs.count - 1].add(cell.glyph, column: x, shape: rest ?? SVGShape.shape(of: cell.glyph))
        }
        return runs
    }

    private mutating func add(_ glyph: Glyph, column: Int, shape: SVGShape?) {
        columns += glyph.width
        guard glyph != .space else {
            gap = gap.map { $0 + 1 }
            return
        }
        // Letters of other scripts may come from another font. They stand alone, so that they cannot move their
        // neighbors.
        let isLetter = shape == nil && glyph.text.utf8.count == 1
        defer { gap = isLetter ? 0 : nil }
        guard isLetter, let gap, gap <= 1 else {
            pieces.append(Piece(column: column, columns: glyph.width, text: glyph.text, shape: shape))
            return
        }
        pieces[pieces.count - 1].text += (gap == 0 ? "" : " ") + glyph.text
        pieces[pieces.count - 1].columns += gap + 1
    }
}
