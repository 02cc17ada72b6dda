package import Shared

/// Which coins a command prints, and in which order.
package struct PriceQuery: Equatable, Sendable {
    /// A part of the name or symbol, in any case.
    package var filter = ""
    /// Nil if the best match comes first, and equally good ones are sorted by rank.
    package var sort: QuoteColumn?
    package var isDescending = false
    package var coinsOnly = false
    package var limit: Int?

    package init() {}

    /// Delisted coins are left out, and unknown values come last.
    package func quotes(of table: MarketTable) -> [Quote] {
        var index = InstrumentIndex()
        let query = ListQuery(members: .market(coinsOnly: coinsOnly, favorites: []), order: order, filter: filter)
        let list = PriceList(table: table, query: query, index: &index)
        return list.items.compactMap(\.row).prefix(limit ?? .max).map { table[$0] }
    }

    /// A descending order without a column is by rank.
    private var order: ListOrder<QuoteColumn> {
        if sort == nil, !isDescending { return .bestMatch }
        return .sorted(PriceSort(sort ?? .rank, isDescending: isDescending))
    }
}
