/// A screen's worth of cells: what a view draws into, what the renderer compares, what a test reads.
///
/// A wide cluster takes a cell and the continuation cell to its right; every drawing operation keeps such pairs whole.
package struct Buffer: Equatable, Sendable {
    package let size: Size
    package let charset: Charset
    /// Row by row. Only `place` and `restyle` write here.
    private(set) var cells: [Cell]
    /// The addresses behind `Style.Link`, by id less one.
    private(set) var links: [String] = []

    package init(size: Size, charset: Charset = .unicode) {
        self.size = size
        self.charset = charset
        cells = Array(repeating: .blank, count: size.width * size.height)
    }

    package var area: Rect { Rect(size) }

    /// The cell at a place; blank outside.
    package subscript(x: Int, y: Int) -> Cell {
        area.contains(Point(x: x, y: y)) ? cells[y * size.width + x] : .blank
    }

    /// Registers an address for use in styles. Addresses are cut down to what cannot break out of the sequence that
    /// carries them; an empty result links to nothing.
    package mutating func link(to address: String) -> Style.Link {
        let safe = String(decoding: address.utf8.filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
        if safe.isEmpty || links.count == Int(UInt16.max) { return .none }
        if let known = links.firstIndex(of: safe) { return Style.Link(id: UInt16(known + 1)) }
        links.append(safe)
        return Style.Link(id: UInt16(links.count))
    }

    func address(of link: Style.Link) -> String? {
        links.indices.contains(Int(link.id) - 1) ? links[Int(link.id) - 1] : nil
    }

    /// Changes how an area looks, not what it says. A wide cluster cut by the area's edge follows its left half.
    package mutating func restyle(_ area: Rect, _ change: (inout Style) -> Void) {
        let visible = area.intersection(self.area)
        for y in visible.y..<visible.bottom {
            for x in visible.x..<visible.right {
                let index = y * size.width + x
                guard cells[index].glyph != .continuation else { continue }
                change(&cells[index].style)
                if cells[index].glyph.width == 2 { cells[index + 1].style = cells[index].style }
            }
        }
    }

    /// One row's cells.
    func row(_ y: Int) -> ArraySlice<Cell> { cells[y * size.width..<(y + 1) * size.width] }

    /// Moves some rows up (or down, when negative), as a terminal scrolls them: what leaves is lost, what comes in is blank.
    mutating func scroll(_ rows: Range<Int>, by shift: Int) {
        let old = cells
        for y in rows {
            let source = rows.contains(y + shift) ? y + shift : nil
            for x in 0..<size.width {
                cells[y * size.width + x] = source.map { old[$0 * size.width + x] } ?? .blank
            }
        }
    }

    /// Puts a glyph into a cell that must exist, together with its continuation, and blanks the halves it leaves behind.
    mutating func place(_ glyph: Glyph, style: Style, x: Int, y: Int) {
        let index = y * size.width + x
        repair(index, columns: glyph.width)
        cells[index] = Cell(glyph: glyph, style: style)
        if glyph.width == 2 { cells[index + 1] = Cell(glyph: .continuation, style: style) }
    }

    /// Puts one cell of a single column into all of a row's columns; they must exist and be at least one.
    mutating func repeatCell(_ cell: Cell, columns: Range<Int>, y: Int) {
        let range = y * size.width + columns.lowerBound..<y * size.width + columns.upperBound
        repair(range.lowerBound, columns: range.count)
        cells.withUnsafeMutableBufferPointer { $0[range].update(repeating: cell) }
    }

    /// Overwriting half of a wide cluster leaves a space where its other half was.
    private mutating func repair(_ index: Int, columns: Int) {
        if cells[index].glyph == .continuation { cells[index - 1].glyph = .space }
        let last = index + columns - 1
        if cells[last].glyph.width == 2 { cells[last + 1].glyph = .space }
    }
}
