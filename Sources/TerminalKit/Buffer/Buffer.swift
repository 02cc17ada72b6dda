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
    package internal(set) var wantedImages: [UInt32] = []
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

/// A place on the screen where a click presses a key.
struct KeyPlace: Hashable, Sendable {
    let area: Rect
    let key: Key
}

extension Buffer {
    /// A click on these cells of this frame presses that key. The code that draws a key's name records where it is, so that no view
    /// has to look it up again.
    package mutating func place(_ key: Key, in area: Rect) {
        let visible = area.intersection(self.area)
        if !visible.isEmpty { keyPlaces.append(KeyPlace(area: visible, key: key)) }
    }

    /// Everything drawn from now on lies over what was drawn before, so the names of keys below it take no clicks.
    package mutating func coverKeys() { keyPlaces = [] }
}

extension [KeyPlace] {
    /// The key that a click on a cell presses; where two overlap, the one drawn later.
    func key(at point: Point) -> Key? { last { $0.area.contains(point) }?.key }
}

extension Buffer {
    /// Says which image belongs to this frame, whether or not the terminal has it. `View.shown` reports all of them.
    package mutating func want(image: UInt32) { if showsImages { wantedImages.append(image) } }

    /// Puts an image over some cells, for a terminal that shows images. What is drawn in these cells is visible until
    /// the terminal has the image, and on terminals that show none.
    /// - Parameter ground: the style of the cells below it, for its transparent parts.
    package mutating func place(_ image: Image, in area: Rect, on ground: Style = .plain) {
        guard showsImages, !area.isEmpty, area.intersection(self.area) == area else { return }
        placements.append(ImagePlacement(image: image, area: area, ground: ground))
    }

    /// Removes the images of an area that is filled, even those that only overlap it.
    mutating func removeImages(in area: Rect) {
        if !placements.isEmpty { placements.removeAll { !$0.area.intersection(area).isEmpty } }
    }

    /// Blanks the cells below images that will be shown.
    mutating func clear(below shown: [ImagePlacement]) {
        for placement in shown {
            for y in placement.area.y..<placement.area.bottom {
                let cell = Cell(glyph: .space, style: placement.ground)
                repeatCell(cell, columns: placement.area.x..<placement.area.right, y: y)
            }
        }
    }
}
