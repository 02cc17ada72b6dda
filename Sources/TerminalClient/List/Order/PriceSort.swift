/// The order of a section.
struct PriceSort: Equatable {
    var column: QuoteColumn
    var isDescending: Bool

    init(_ column: QuoteColumn = .rank, isDescending: Bool? = nil) {
        self.column = column
        self.isDescending = isDescending ?? column.startsDescending
    }

    var flipped: PriceSort { PriceSort(column, isDescending: !isDescending) }

    /// The order by the next column, in a ring.
    func next(of columns: [QuoteColumn]) -> PriceSort {
        let rest = columns.drop { $0 != column }.dropFirst()
        return PriceSort(rest.first ?? columns.first ?? .rank)
    }

    /// Whether the figures rise or fall.
    var arrow: String { isDescending ? "▼" : "▲" }
}
