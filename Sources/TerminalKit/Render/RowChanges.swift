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

    /// The end of the blanks that begin at `start`, and the last of them that has changed.
    func blankRun(from start: Int) -> (lastChanged: Int, end: Int) {
        let background = self[start].style.background
        let end =
            (start..<next.count).first { !self[$0].isBlank || self[$0].style.background != background } ?? next.count
        return (columns.last { $0 < end } ?? start, end)
    }
}
