/// Which row of a list is selected, and which rows are visible. The selection is a thing, not a place, so it stays on
/// that thing when the order changes.
struct RowSelection<ID: Hashable & Sendable>: Equatable, Sendable {
    private(set) var window = ListWindow()
    private var selected: ID?
    /// Where the selection stays when its row is gone.
    private var place = 0

    /// The place of the selected row among these; 0 where there are none.
    func place(in ids: [ID]) -> Int { ids.firstIndex { $0 == selected } ?? max(0, min(place, ids.count - 1)) }

    mutating func select(_ id: ID) { selected = id }

    /// Selects no row in particular: whichever is at that place.
    mutating func select(place: Int) { (selected, self.place) = (nil, place) }

    /// Selects the first row, whichever it is, and shows it.
    mutating func selectFirst() {
        select(place: 0)
        window.begin(at: 0)
    }

    /// - Parameter place: moved into the list if it is outside.
    mutating func select(place: Int, in ids: [ID]) {
        guard !ids.isEmpty else { return }
        self.place = max(0, min(place, ids.count - 1))
        selected = ids[self.place]
    }

    /// Takes over where the selected row is now.
    /// - Parameter height: how many rows are visible. The selection stays among them.
    mutating func follow(_ ids: [ID], height: Int) {
        place = place(in: ids)
        window.height = height
        window.show(place, count: ids.count)
    }
}
