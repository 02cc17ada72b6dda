/// One row of the previous and the next buffer side by side.
struct RowChanges {
    let y: Int
    private let previous: ArraySlice<Cell>
    private let next: ArraySlice<Cell>
    private let linksMatch: Bool
    private let width: Int

    init(previous: Buffer, next: Buffer, y: Int, linksMatch: Bool) {
        self.y = y
        width = next.size.width
        self.previous = previous.cells[y * width..<(y + 1) * width]
        self.next = next.cells[y * width..<(y + 1) * width]
        self.linksMatch = linksMatch
    }

    subscript(x: Int) -> Cell { next[next.startIndex + x] }

    /// The first column from `start` on whose cell has to be written.
    func first(from start: Int) -> Int? {
        guard start < width else { return nil }
        return (start..<width).first(where: hasChanged)
    }

    /// All such columns.
    func all(from start: Int) -> [Int] { (start..<width).filter(hasChanged) }

    /// Where the blanks that begin at `start` end, and the last of them that has changed.
    func blankRun(from start: Int) -> (lastChanged: Int, end: Int) {
        let background = self[start].style.background
        var lastChanged = start
        var x = start
        while x < width, self[x].isBlank, self[x].style.background == background {
            if hasChanged(x) { lastChanged = x }
            x += 1
        }
        return (lastChanged, x)
    }

    private func hasChanged(_ x: Int) -> Bool {
        let new = self[x]
        // A continuation is painted with the cluster to its left.
        if new.glyph == .continuation { return false }
        if !linksMatch, new.style.link != .none { return true }
        return !new.looksLike(previous[previous.startIndex + x])
    }
}
