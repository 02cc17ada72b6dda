/// The rows of a list, each one high, of which only a windowful is seen. Below one of them there may be room for a view
/// of its own. The one rule of where such a window begins, for those who scroll and for those who draw.
package struct VirtualRows: Hashable, Sendable {
    package var count: Int
    package var gap: Table.Gap?

    package init(count: Int, gap: Table.Gap? = nil) {
        self.count = max(0, count)
        self.gap = gap.flatMap { $0.afterRow >= 0 && $0.afterRow < count ? $0 : nil }
    }

    /// The first row in a window of `height`: the wanted one, moved no further than needed so that the selected row, and
    /// a gap below it, can be seen.
    package func first(from wanted: Int, showing selected: Int?, height: Int) -> Int {
        let first = wanted.clamped(to: lastFirst(from: wanted, height: height))
        guard let selected, selected >= 0, selected < count else { return first }
        return min(selected, max(first, leastFirst(showing: selected, height: height)))
    }

    /// With this row first the window ends where the list does. A gap makes the list longer.
    private func lastFirst(from wanted: Int, height: Int) -> Int {
        let last = max(0, count - height)
        guard let gap, gap.afterRow >= min(wanted, last) else { return last }
        return (count + gap.height - height).clamped(to: gap.afterRow)
    }

    /// The least first row that leaves room for the selected one.
    private func leastFirst(showing selected: Int, height: Int) -> Int {
        let bare = selected - height + 1
        guard let gap, gap.afterRow <= selected else { return bare }
        if gap.afterRow == selected { return bare + min(gap.height, max(0, height - 1)) }
        // Either the gap is above the selected row in the window, or the window begins below the gap.
        return min(bare + gap.height, max(gap.afterRow + 1, bare))
    }
}
