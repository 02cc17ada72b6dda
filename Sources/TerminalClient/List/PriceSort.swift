/// The order of a section.
struct PriceSort: Equatable {
    var column: QuoteColumn
    var isDescending: Bool

    init(_ column: QuoteColumn = .rank, isDescending: Bool? = nil) {
        self.column = column
        self.isDescending = isDescending ?? column.startsDescending
    }

    var flipped: PriceSort { PriceSort(column, isDescending: !isDescending) }

    /// By the next column, in a ring.
    var next: PriceSort {
        let rest = QuoteColumn.sortable.drop { $0 != column }.dropFirst()
        return PriceSort(rest.first ?? QuoteColumn.sortable[0])
    }

    /// Which way the figures grow.
    var arrow: String { isDescending ? "▼" : "▲" }
}
