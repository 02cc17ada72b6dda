/// A column of a table: how wide it should be, and how much it matters.
package struct Column: Sendable {
    package enum Width: Sendable {
        case fixed(Int)
        /// At least `minimum`. Spare columns go first to those below their `wanted` width, from left to right, and then
        /// to all by `weight`.
        case flexible(minimum: Int, wanted: Int = 0, weight: Int = 1)
    }

    /// For columns that always stay, however narrow the table gets.
    package static let required = Int.max
    /// For columns that are always left out.
    package static let hidden = Int.min

    package var title: Line
    package var width: Width
    package var alignment: Alignment
    /// If there is no room for all, the column with the lowest priority goes first. Of equals, it is the rightmost.
    package var priority: Int
    /// Whether the cell of the selected row looks selected.
    package var joinsSelection: Bool

    package init(
        _ title: Line,
        _ width: Width,
        alignment: Alignment = .left,
        priority: Int = Column.required,
        joinsSelection: Bool = true
    ) {
        self.title = title
        self.width = width
        self.alignment = alignment
        self.priority = priority
        self.joinsSelection = joinsSelection
    }

    var minimum: Int {
        switch width {
        case .fixed(let columns): columns
        case .flexible(let minimum, _, _): minimum
        }
    }

    /// How many cells the column is short of its wanted width.
    fileprivate var lack: Int {
        switch width {
        case .fixed: 0
        case .flexible(let minimum, let wanted, _): max(0, wanted - minimum)
        }
    }

    var weight: Int {
        switch width {
        case .fixed: 0
        case .flexible(_, _, let weight): weight
        }
    }
}

/// A column for which there is room: its index and its place.
package struct PlacedColumn: Hashable, Sendable {
    package let index: Int
    package let x: Int
    package let width: Int
}

extension Column {
    /// Places columns side by side in `area`, without those that do not fit.
    package static func place(_ columns: [Column], in area: Rect, spacing: Int) -> [PlacedColumn] {
        let kept = fitting(columns, width: area.width, spacing: spacing)
        let taken = kept.reduce(spacing * max(0, kept.count - 1)) { $0 + columns[$1].minimum }
        var space = max(0, area.width - taken)
        let added = kept.map { index in
            let added = min(columns[index].lack, space)
            space -= added
            return added
        }
        var weight = kept.reduce(0) { $0 + columns[$1].weight }
        var x = area.x
        return zip(kept, added).map { index, added in
            // Dividing the remaining space by the remaining weight uses every column, whatever the rounding.
            let share = weight > 0 ? space * columns[index].weight / weight : 0
            space -= share
            weight -= columns[index].weight
            let width = min(columns[index].minimum + added + share, max(0, area.right - x))
            defer { x += width + spacing }
            return PlacedColumn(index: index, x: x, width: width)
        }
    }

    private static func fitting(_ columns: [Column], width: Int, spacing: Int) -> [Int] {
        var kept = columns.indices.filter { columns[$0].priority > hidden }
        while kept.reduce(spacing * (kept.count - 1), { $0 + columns[$1].minimum }) > width {
            let droppable = kept.filter { columns[$0].priority < required }
            guard let least = droppable.map({ columns[$0].priority }).min() else { break }
            guard let victim = kept.lastIndex(where: { columns[$0].priority == least }) else { break }
            kept.remove(at: victim)
        }
        return kept
    }
}
