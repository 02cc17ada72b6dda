/// Which row is selected and which is the first to be seen, with the rules of moving through a list.
/// A value for a view model to keep; heights come with the event that moves it.
package struct Scroll: Hashable, Sendable {
    package private(set) var selected: Int
    package private(set) var offset: Int

    package init(selected: Int = 0, offset: Int = 0) {
        self.selected = selected
        self.offset = offset
    }

    /// Moves the selection by rows, down when positive; it stops at both ends.
    package mutating func move(by rows: Int, count: Int, height: Int) {
        select(selected + rows, count: count, height: height)
    }

    /// Selects a row, as near as there is one, and scrolls no further than needed to show it, and a gap below it.
    package mutating func select(_ row: Int, count: Int, height: Int, gap: Table.Gap? = nil) {
        selected = row.clamped(to: max(0, count - 1))
        let rows = VirtualRows(count: count, gap: gap)
        offset = rows.first(from: offset, showing: selected, height: max(1, height))
    }

    /// After rows came or went, or the height changed.
    package mutating func clamp(count: Int, height: Int) { select(selected, count: count, height: height) }
}
