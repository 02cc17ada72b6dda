/// Which row of a list is selected, and which rows are visible. The selection is a thing, not a place, so it stays on
/// that thing when the order changes.
struct RowSelection<ID: Hashable & Sendable>: Equatable, Sendable {
    private(set) var window = ListWindow()
    /// The row that the user selected.
    private var chosen: ID?
    /// The row that was last shown as selected, whether or not the user selected it. Keys act on it.
    private var shown: ID?
    /// The place that the selection keeps when its row is gone.
    private(set) var place = 0
    /// The row that was selected, and the first visible row, before the user typed into the filter.
    private var chosenBefore: ID?
    private var firstBefore = 0

    /// The rows that are selected if the list has them, the most wanted first.
    var wanted: [ID] { [chosen, shown].compactMap(\.self) }

    /// The place of the selected row among these; 0 where there are none.
    func place(in rows: [some Identifiable<ID>]) -> Int {
        wanted.lazy.compactMap { id in rows.firstIndex { $0.id == id } }.first ?? max(0, min(place, rows.count - 1))
    }

    // MARK: Inputs

    mutating func select(_ id: ID, at place: Int? = nil) {
        (chosen, shown, chosenBefore) = (id, id, nil)
        if let place { self.place = place }
    }

    /// Selects no row in particular: whichever is at that place.
    mutating func select(place: Int) { (chosen, shown, chosenBefore, self.place) = (nil, nil, nil, place) }

    /// The selected row is being removed. The one that takes its place is selected, and a filter still ends where it began.
    mutating func removed() { (chosen, shown) = (nil, nil) }

    /// Selects the first row, whichever it is, and shows it.
    mutating func selectFirst() {
        select(place: 0)
        window.begin(at: 0)
    }

    /// - Parameter place: moved into the list if it is outside.
    mutating func select(place: Int, in rows: [some Identifiable<ID>]) {
        guard !rows.isEmpty else { return }
        let place = max(0, min(place, rows.count - 1))
        select(rows[place].id, at: place)
    }

    /// The filter has changed. While there is one, the best match is selected. Without it, the earlier selection returns.
    mutating func filtered(from before: String, to text: String) {
        let chosenBefore = chosen ?? chosenBefore
        if before.isEmpty { firstBefore = window.first }
        select(place: 0)
        if text.isEmpty { chosen = chosenBefore } else { self.chosenBefore = chosenBefore }
        window.begin(at: text.isEmpty ? firstBefore : 0)
    }

    mutating func resize(height: Int) { window.height = height }

    /// Scrolls so that the list begins with this row. It takes effect with the next frame.
    mutating func begin(at row: Int) { window.begin(at: row) }

    // MARK: Frames

    /// Takes over which row is shown as selected, and moves the window to it.
    /// - Parameter id: nil in an empty list.
    mutating func show(_ id: ID?, at place: Int?, count: Int, gap: ListWindow.Gap? = nil) {
        (shown, self.place) = (id, place ?? 0)
        window.show(place, count: count, gap: gap)
    }

    /// Takes over where the selected row is now.
    /// - Parameter height: how many rows are visible. The selection stays among them.
    mutating func follow(_ rows: [some Identifiable<ID>], height: Int) {
        window.height = height
        let place = place(in: rows)
        show(rows.isEmpty ? nil : rows[place].id, at: place, count: rows.count)
    }
}
