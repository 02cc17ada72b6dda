/// A screen's worth of cells: what a view draws into, what the renderer compares, what a test reads.
///
/// A wide cluster takes a cell and the continuation cell to its right; every drawing operation keeps such pairs whole.
package struct Buffer: Equatable, Sendable {
    package let size: Size
    package let charset: Charset
    package let blocks: BlockDetail
    /// Whether images would be seen.
    package let showsImages: Bool
    /// Row by row. Only `place` and `restyle` write here.
    private(set) var cells: [Cell]
    /// The addresses behind `Style.Link`, by id less one.
    private(set) var links: [String] = []
    /// The images that the view would have, whether or not they are there.
    package internal(set) var wishes: [UInt32] = []
    /// In the order in which they were drawn.
    var keyPlaces: [KeyPlace] = []
    /// In the order in which they were placed.
    package internal(set) var placements: [ImagePlacement] = []

    /// - Parameter blocks: nil: what the charset is sure to have.
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

    /// Registers an address for use in styles. Only pages are linked to, and nothing in an address can break out of the
    /// sequence that carries it: controls and blanks go, what is not ASCII is encoded as addresses do.
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

    /// Puts back what `cells(in:)` has returned, into an area of the same width.
    /// - Returns: false if not all of it is on the screen; then nothing is changed.
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

    /// The cells of an area of one row; nil where it is empty or not all of it on the screen.
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
