/// The visible rows of a list. Below one of them there may be a gap for a view. The window moves no further than
/// needed.
struct ListWindow: Hashable, Sendable {
    struct Gap: Hashable, Sendable {
        var afterRow: Int
        var height: Int
    }

    /// The first visible row.
    private(set) var first = 0
    /// How many rows there is room for, including the gap; nil before the first frame.
    var height: Int?

    /// Moves the window so that the selected row, and a gap below it, are visible.
    mutating func show(_ selected: Int?, count: Int, gap: Gap? = nil) {
        guard let height else { return }
        first = VirtualRows(count: count, gap: gap).first(from: first, showing: selected, height: max(1, height))
    }

    /// Call `show` after it.
    mutating func begin(at row: Int) { first = row }

    /// The rows that may be visible, of `count`.
    func range(count: Int) -> Range<Int> {
        let start = min(max(0, first), count)
        return start..<min(count, start + (height ?? 0))
    }
}

/// Computes where a window over these rows begins.
struct VirtualRows: Hashable, Sendable {
    private let count: Int
    private let gap: ListWindow.Gap?

    init(count: Int, gap: ListWindow.Gap? = nil) {
        self.count = max(0, count)
        self.gap = gap.flatMap { $0.afterRow >= 0 && $0.afterRow < count ? $0 : nil }
    }

    /// The first row in a window of `height`: as near to the wanted one as possible, so that the selected row, and a
    /// gap below it, are visible.
    func first(from wanted: Int, showing selected: Int?, height: Int) -> Int {
        let first = max(0, min(wanted, lastFirst(from: wanted, height: height)))
        guard let selected, selected >= 0, selected < count else { return first }
        return min(selected, max(first, leastFirst(showing: selected, height: height)))
    }

    /// The first row of a window that ends where the list ends. A gap makes the list longer.
    private func lastFirst(from wanted: Int, height: Int) -> Int {
        let last = max(0, count - height)
        guard let gap, gap.afterRow >= min(wanted, last) else { return last }
        return max(0, min(count + gap.height - height, gap.afterRow))
    }

    /// The smallest first row that leaves room for the selected one.
    private func leastFirst(showing selected: Int, height: Int) -> Int {
        let bare = selected - height + 1
        guard let gap, gap.afterRow <= selected else { return bare }
        if gap.afterRow == selected { return bare + min(gap.height, max(0, height - 1)) }
        // Either the gap is in the window above the selected row, or the window begins below the gap.
        return min(bare + gap.height, max(gap.afterRow + 1, bare))
    }
}
