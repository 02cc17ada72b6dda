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
            if runs.last?.style != cell.style { runs.append(SVGRun(style: cell.style, column: x)) }
            runs[runs.count - 1].add(cell.glyph, column: x)
        }
        return runs
    }

    private mutating func add(_ glyph: Glyph, column: Int) {
        defer { columns += glyph.width }
        guard glyph != .space else { return isInWord = false }
        let shape = SVGShape.shape(of: glyph)
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
