/// Paints the difference between two buffers of one size.
struct FramePainter {
    private var previous: Buffer
    private let next: Buffer
    private let erasesWithBackground: Bool
    private(set) var bytes: [UInt8] = []
    private(set) var pen: Pen
    /// Where the terminal's cursor is; nil if it is unknown: at the start, after the last column, and after a cluster
    /// whose width differs between terminals.
    private(set) var cursor: Point?
    /// The rows that the terminal has scrolled.
    private(set) var scrolled: Range<Int>?

    init(from previous: Buffer, to next: Buffer, pen: Pen, erasesWithBackground: Bool) {
        self.previous = previous
        self.next = next
        self.pen = pen
        self.erasesWithBackground = erasesWithBackground
    }

    /// Starts over on an empty screen in the terminal's own colors.
    mutating func clear(_ images: [UInt8]) {
        pen.take(.blank, to: &bytes, links: [])
        bytes += ControlSequence.clearScreen + images
        cursor = .zero
    }

    /// Call it after the text, because an image is placed at the cursor.
    mutating func show(_ images: [ImagePlacement], on board: inout ImageBoard) {
        bytes += board.show(images, scrolled: scrolled, cursor: &cursor)
    }

    mutating func paint() {
        // Link ids are valid only in their own buffer, so if the addresses have changed, all linked text is repainted.
        let linksMatch = previous.links == next.links
        guard !(linksMatch && previous.cells == next.cells) else { return }
        // Otherwise, rows that scroll in lack the page's color.
        let canScroll = linksMatch && (erasesWithBackground || !pen.paintsPage)
        if canScroll, let band = ScrolledBand(from: previous, to: next) { scroll(band) }
        let rows = (0..<next.size.height).compactMap { changes(ofRow: $0, linksMatch: linksMatch) }
        for row in rows.dropLast(2) { paintRow(row) }
        for row in inOrder(rows.suffix(2)) { paintRow(row) }
        pen.closeLink(to: &bytes)
    }

    /// Nil if the row looks the same.
    private func changes(ofRow y: Int, linksMatch: Bool) -> RowChanges? {
        if linksMatch, next.row(y) == previous.row(y) { return nil }
        let changes = RowChanges(previous: previous, next: next, y: y, linksMatch: linksMatch)
        return changes.columns.isEmpty ? nil : changes
    }

    /// First the row whose background the pen has. A selection that moves changes two rows. One frame ends with the
    /// background of the selection, and the next one begins with it.
    private func inOrder(_ rows: ArraySlice<RowChanges>) -> [RowChanges] {
        rows.filter { pen.hasBackground(of: $0.first) } + rows.filter { !pen.hasBackground(of: $0.first) }
    }

    private mutating func scroll(_ band: ScrolledBand) {
        // New rows take the present background.
        pen.take(.blank, to: &bytes, links: [])
        bytes += ControlSequence.scroll(band.rows, by: band.shift)
        previous.scroll(band.rows, by: band.shift)
        scrolled = band.rows
        // Resetting the margins moves the cursor, to a place that differs between terminals.
        cursor = nil
    }

    private mutating func paintRow(_ changes: RowChanges) {
        let start = (bytes.count, pen, cursor)
        let penChanges = paintInOrder(changes)
        guard penChanges >= Self.penChangesForPasses else { return }
        let inOrder = (Array(bytes[start.0...]), pen, cursor)
        bytes.removeLast(inOrder.0.count)
        (pen, cursor) = (start.1, start.2)
        paintByStyle(changes)
        guard bytes.count - start.0 + Self.gainMin > inOrder.0.count else { return }
        bytes.replaceSubrange(start.0..., with: inOrder.0)
        (pen, cursor) = (inOrder.1, inOrder.2)
    }

    /// Paints from left to right.
    /// - Returns: how often the pen changed.
    private mutating func paintInOrder(_ changes: RowChanges) -> Int {
        var penChanges = 0
        var end = 0
        for x in changes.columns where x >= end {
            if !pen.suits(changes[x]) { penChanges += 1 }
            end = paint(x, changes)
        }
        return penChanges
    }

    /// Paints the change at `x`, and returns the column after it.
    private mutating func paint(_ x: Int, _ changes: RowChanges) -> Int {
        let cell = changes[x]
        move(to: x, changes)
        if cell.isBlank, !pen.suits(cell), let text = changes.text(after: x) {
            pen.take(text, to: &bytes, links: next.links)
        }
        pen.take(cell, to: &bytes, links: next.links)
        if canErase(cell), let end = erase(from: x, changes) { return end }
        write(cell.glyph, at: Point(x: x, y: changes.y))
        return x + max(1, cell.glyph.width)
    }

    private mutating func write(_ glyph: Glyph, at place: Point) {
        // A terminal that takes the cluster for narrower would leave the old content of the second column.
        if glyph.width == 2, !glyph.isMovable { bytes += [0x20, 0x20] + ControlSequence.moveTo(place) }
        glyph.append(to: &bytes)
        let x = place.x + glyph.width
        cursor = glyph.isMovable && x < next.size.width ? Point(x: x, y: place.y) : nil
    }

    /// Moves there, or writes the unchanged cells in between again if that is shorter.
    private mutating func move(to x: Int, _ changes: RowChanges) {
        if cursor == Point(x: x, y: changes.y) { return }
        let motion = CursorMotion.bytes(from: cursor, to: Point(x: x, y: changes.y))
        guard let cursor, cursor.y == changes.y, cursor.x < x, x - cursor.x < motion.count else {
            bytes += motion
            self.cursor = Point(x: x, y: changes.y)
            return
        }
        let gap = (cursor.x..<x).map { changes[$0] }
        let cost = gap.reduce(0) { $0 + $1.glyph.byteCount }
        if cost < motion.count, gap.allSatisfy({ $0.glyph.width == 1 && $0.glyph.isMovable && pen.suits($0) }) {
            for cell in gap { cell.glyph.append(to: &bytes) }
        } else {
            bytes += motion
        }
        self.cursor = Point(x: x, y: changes.y)
    }
}

/// If styles alternate, as in a chart, skipping cells of another style is shorter than changing the pen each time.
extension FramePainter {
    /// In a row with fewer pen changes, a second try is not worth it.
    private static let penChangesForPasses = 5
    /// The least gain in bytes, because the cursor may end farther from the next row.
    private static let gainMin = 16

    /// Paints everything in the style of the first cell, then everything in the style of the first remaining cell, and
    /// so on.
    private mutating func paintByStyle(_ changes: RowChanges) {
        var left = changes.columns
        while let first = left.first {
            var others: [Int] = []
            var end = paint(first, changes)
            for x in left.dropFirst() where x >= end {
                if pen.suits(changes[x]) { end = paint(x, changes) } else { others.append(x) }
            }
            left = others
        }
    }
}

/// Erases runs of blanks if that takes fewer bytes than spaces.
extension FramePainter {
    private func canErase(_ cell: Cell) -> Bool {
        cell.isBlank && (erasesWithBackground || pen.hasTerminalGround)
    }

    private mutating func erase(from x: Int, _ changes: RowChanges) -> Int? {
        let run = changes.blankRun(from: x)
        if run.end == next.size.width, run.lastChanged - x >= ControlSequence.eraseToRowEnd.count {
            bytes += ControlSequence.eraseToRowEnd
            return run.end
        }
        let columns = run.lastChanged + 1 - x
        // What follows must be reached by a move of about the same length, and the shortest sequence has four bytes.
        guard columns > 2 * 4 else { return nil }
        let sequence = ControlSequence.csi(columns, UInt8(ascii: "X"))
        guard columns > 2 * sequence.count else { return nil }
        bytes += sequence
        return run.lastChanged + 1
    }
}

/// One row of the previous and the next buffer side by side.
struct RowChanges {
    let y: Int
    /// The columns of the cells to write.
    let columns: [Int]
    private let next: ArraySlice<Cell>

    init(previous: Buffer, next: Buffer, y: Int, linksMatch: Bool) {
        self.y = y
        self.next = next.row(y)
        let (old, new) = (previous.row(y), self.next)
        columns = zip(old, new).enumerated().compactMap { x, cells in
            // A continuation is painted together with the cluster to its left.
            if cells.1.glyph == .continuation { return nil }
            let isLinkStale = !linksMatch && cells.1.style.link != .none
            return isLinkStale || !cells.1.looksLike(cells.0) ? x : nil
        }
    }

    subscript(x: Int) -> Cell { next[next.startIndex + x] }

    /// The first cell to write.
    var first: Cell { self[columns[0]] }

    /// The text that is written after the blank at `start`, unless its style would show on the blank. If the pen takes this
    /// style for both, it changes once.
    func text(after start: Int) -> Cell? {
        let text = columns.first { $0 > start && !self[$0].isBlank }.map { self[$0] }
        return text.flatMap { Cell(style: $0.style).looksLike(self[start]) ? $0 : nil }
    }

    /// The end of the blanks that begin at `start`, and the last of them that has changed.
    func blankRun(from start: Int) -> (lastChanged: Int, end: Int) {
        let background = self[start].style.background
        let end =
            (start..<next.count).first { !self[$0].isBlank || self[$0].style.background != background } ?? next.count
        return (columns.last { $0 < end } ?? start, end)
    }
}
