package import Shared

/// Which coins a command prints, and in which order.
package struct PriceQuery: Equatable, Sendable {
    /// A part of the name or symbol, in any case.
    package var filter = ""
    package var sort = QuoteColumn.rank
    package var isDescending = false
    package var coinsOnly = false
    package var limit: Int?

    package init() {}

    /// Delisted coins are left out, and unknown values come last.
    package func quotes(of table: MarketTable) -> [Quote] {
        var index = InstrumentIndex()
        if !filter.isEmpty { index.follow(table) }
        let matches = filter.isEmpty ? nil : index.matches(filter)
        let places = SortPlaces(sort, in: table, &index)
        let rows = (0..<table.count).compactMap { row in
            let quote = table[row]
            let isListed = !quote.isDelisted && (quote.instrument.kind == .coin || !coinsOnly)
            let isMatch = matches.map { $0[row] != nil } ?? true
            return isListed && isMatch ? SortedRow(row, quote, sort, places: places) : nil
        }
        return SortedRow.sorted(rows, isDescending: isDescending).prefix(limit ?? .max).map { table[$0] }
    }
}
