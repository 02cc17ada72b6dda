/// A screen of cells. Views draw into it, the renderer compares it, and tests read it.
///
/// A wide cluster takes a cell and the continuation cell to its right; every drawing operation keeps such pairs whole.
package struct Buffer: Equatable, Sendable {
    package let size: Size
    package let charset: Charset
    package let blocks: BlockDetail
    /// Whether the terminal shows images.
    package let showsImages: Bool
    /// Row by row. Only `place` and `restyle` write here.
    private(set) var cells: [Cell]
    /// The addresses behind `Style.Link`, by id less one.
    private(set) var links: [String] = []
    /// The images that the view wants, whether or not they have come.
    package internal(set) var wishes: [UInt32] = []
    /// In the order in which they were drawn.
    var keyPlaces: [KeyPlace] = []
    /// In the order in which they were placed.
    package internal(set) var placements: [ImagePlacement] = []

    /// - Parameter blocks: nil: the blocks that the charset certainly has.
    package init(
        size: Size,
        charset: Charset = .unicode,
        blocks: BlockDetail? = nil,
        showsImages: Bool = false
    ) {
        self.size = size
        self.showsImages = showsImages
        self.charset = charset
        self.blocks = blocks ?? BlockDetail(charset: charset)
        cells = Array(repeating: .blank, count: size.width * size.height)
    }

    package var area: Rect { Rect(size) }

    /// The cell at a place; blank outside.
    package subscript(x: Int, y: Int) -> Cell {
        area.contains(Point(x: x, y: y)) ? cells[y * size.width + x] : .blank
    }

    /// Registers an address for use in styles. Only web pages are linked, and nothing in an address can end the
    /// sequence that carries it: controls and blanks are removed, and other characters beyond ASCII are
    /// percent-encoded.
    package mutating func link(to address: String) -> Style.Link {
        let safe = address.utf8.reduce(into: "") { $0 += Self.addressText(of: $1) }
        guard ["http://", "https://"].contains(where: safe.lowercased().hasPrefix) else { return .none }
        if links.count == Int(UInt16.max) { return .none }
        if let known = links.firstIndex(of: safe) { return Style.Link(id: UInt16(known + 1)) }
        links.append(safe)
        return Style.Link(id: UInt16(links.count))
    }

    private static func addressText(of byte: UInt8) -> String {
        switch byte {
        case ...0x20, 0x7F: ""
        case 0x80...: "%" + String(byte, radix: 16, uppercase: true)
        default: String(Unicode.Scalar(byte))
        }
    }

    func address(of link: Style.Link) -> String? { link.address(in: links) }

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

    /// Moves some rows up, or down if negative, as a terminal scrolls them. Rows that leave are lost, and new rows are
    /// blank.
    mutating func scroll(_ rows: Range<Int>, by shift: Int) {
        let old = cells
        for y in rows {
            let source = rows.contains(y + shift) ? y + shift : nil
            for x in 0..<size.width {
                cells[y * size.width + x] = source.map { old[$0 * size.width + x] } ?? .blank
            }
        }
    }

    /// Puts a glyph and its continuation into existing cells, and blanks the halves of other glyphs that it cuts.
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

    /// Puts back the cells that `cells(in:)` has returned, into an area of the same width.
    /// - Returns: false if not all of the area is on the screen. Then nothing changes.
    mutating func stamp(_ row: [Cell], in area: Rect) -> Bool {
        guard holdsRow(area), row.count == area.width else { return false }
        removeImages(in: area)
        let start = area.y * size.width + area.x
        repair(start, columns: row.count)
        cells.withUnsafeMutableBufferPointer { target in
            row.withUnsafeBufferPointer { source in
                _ = UnsafeMutableBufferPointer(rebasing: target[start..<start + row.count]).update(
                    fromContentsOf: source
                )
            }
        }
        return true
    }

    /// The cells of an area of one row; nil if it is empty or not wholly on the screen.
    func cells(in area: Rect) -> [Cell]? {
        guard holdsRow(area) else { return nil }
        let start = area.y * size.width + area.x
        return Array(cells[start..<start + area.width])
    }

    private func holdsRow(_ area: Rect) -> Bool {
        area.height == 1 && area.width > 0 && area.intersection(self.area) == area
    }

    /// Overwriting half of a wide cluster leaves a space where its other half was.
    private mutating func repair(_ index: Int, columns: Int) {
        if cells[index].glyph == .continuation { cells[index - 1].glyph = .space }
        let last = index + columns - 1
        if cells[last].glyph.width == 2 { cells[last + 1].glyph = .space }
    }
}
