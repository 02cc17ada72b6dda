internal import Shared

/// The rows of all sections in their order, whatever the filter: what a tick changes, and a key does not.
struct PriceOrder {
    fileprivate let sections: [(section: PriceSection, rows: [Int])]
    fileprivate let total: Int
    fileprivate let tableCount: Int

    /// Divides and sorts the market.
    init(table: MarketTable, query: ListQuery, index: inout InstrumentIndex) {
        index.follow(table)
        var rows: [PriceSection: [SortedRow]] = [:]
        let namePlaces = [query.coinsSort, query.tokensSort].contains { $0.key == .name } ? index.placesByName() : []
        for row in 0..<table.count {
            let quote = table[row]
            guard Self.isListed(quote, query) else { continue }
            let section = PriceSection(quote.instrument.kind)
            let sort = query.sort(of: section)
            rows[section, default: []].append(SortedRow(row, quote, sort.key, namePlaces: namePlaces))
        }
        sections = PriceSection.allCases.map { section in
            (section, SortedRow.sorted(rows[section] ?? [], isDescending: query.sort(of: section).isDescending))
        }
        total = rows.values.reduce(0) { $0 + $1.count }
        tableCount = table.count
    }

    /// What has left the market is of interest only to those who marked it.
    private static func isListed(_ quote: Quote, _ query: ListQuery) -> Bool {
        if query.coinsOnly, quote.instrument.kind == .token { return false }
        return !quote.isDelisted || query.favorites.contains(quote.instrument.coin)
    }
}

extension PriceList {
    /// Of an order, what the filter leaves.
    init(_ order: PriceOrder, filter: String, index: InstrumentIndex) {
        var sections = order.sections
        if !filter.isEmpty {
            let matches = index.matches(filter)
            sections = sections.map { ($0, $1.filter { matches[$0] }) }
        }
        self.init(sections: sections, total: order.total, tableCount: order.tableCount)
    }

    /// Filters, divides and sorts the market: one pure step from all inputs to the list.
    init(table: MarketTable, query: ListQuery, index: inout InstrumentIndex) {
        let order = PriceOrder(table: table, query: query, index: &index)
        self.init(order, filter: query.filter, index: index)
    }
}
