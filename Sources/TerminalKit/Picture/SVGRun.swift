/// Neighbouring cells of one style.
struct SVGRun {
    /// A word, or one glyph that is drawn as a shape.
    struct Piece {
        let column: Int
        var columns: Int
        var text: String
        let shape: String?
    }

    let style: Style
    let column: Int
    private(set) var columns = 0
    private(set) var pieces: [Piece] = []
    private var isInWord = false

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
            // A reversed block is the rest of its cell in its own ink, without a ground that would show at the edges.
            let rest = style.attributes.contains(.reverse) ? SVGShape.rest(of: cell.glyph) : nil
            if rest != nil { style.attributes.remove(.reverse) }
            if runs.last?.style != style { runs.append(SVGRun(style: style, column: x)) }
            runs[runs.count - 1].add(cell.glyph, column: x, shape: rest ?? SVGShape.shape(of: cell.glyph))
        }
        return runs
    }

    private mutating func add(_ glyph: Glyph, column: Int, shape: String?) {
        defer { columns += glyph.width }
        guard glyph != .space else { return isInWord = false }
        // Letters of other scripts may come from another font: alone, none of them can move its neighbours.
        let joins = isInWord && shape == nil && glyph.text.utf8.count == 1
        isInWord = shape == nil && glyph.text.utf8.count == 1
        guard joins else {
            pieces.append(Piece(column: column, columns: glyph.width, text: glyph.text, shape: shape))
            return
        }
        pieces[pieces.count - 1].text += glyph.text
        pieces[pieces.count - 1].columns += glyph.width
    }
}
