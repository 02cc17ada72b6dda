internal import Shared

/// The members of a list in their order, without the filter. Ticks change it, and keys do not.
struct PriceOrder {
    fileprivate let items: [PriceList.Item]
    /// Whether each row of the market is a token; empty if that does not matter.
    fileprivate let isToken: [Bool]
    fileprivate let tableCount: Int

    /// - Parameter query: its filter is ignored.
    init(table: MarketTable, query: ListQuery, index: inout InstrumentIndex) {
        index.follow(table)
        switch query.members {
        case .market(let coinsOnly, let favorites):
            let rows = (0..<table.count).filter { row in
                let quote = table[row]
                if coinsOnly, quote.instrument.kind == .token { return false }
                return !quote.isDelisted || favorites.contains(quote.instrument.coin)
            }
            items = Self.sorted(rows, of: table, by: query.sort ?? PriceSort(), &index).map { .coin(row: $0) }
        case .coins(let coins):
            let own = coins.map { coin in table.row(of: coin).map { .coin(row: $0) } ?? PriceList.Item.missing(coin) }
            guard let sort = query.sort else {
                items = own
                break
            }
            let missing = own.filter { if case .missing = $0 { true } else { false } }
            items = Self.sorted(own.compactMap(\.row), of: table, by: sort, &index).map { .coin(row: $0) } + missing
        }
        isToken = query.hasSections ? (0..<table.count).map { table.instrument(ofRow: $0).kind == .token } : []
        tableCount = table.count
    }

    private static func sorted(
        _ rows: [Int],
        of table: MarketTable,
        by sort: PriceSort,
        _ index: inout InstrumentIndex
    ) -> [Int] {
        let namePlaces = sort.column == .coinName ? index.placesByName() : []
        let keyed = rows.map { SortedRow($0, table[$0], sort.column, namePlaces: namePlaces) }
        return SortedRow.sorted(keyed, isDescending: sort.isDescending)
    }
}

extension PriceList {
    /// Filters an order: the best matches first, and equally good ones in their order.
    init(_ order: PriceOrder, filter: String, index: InstrumentIndex) {
        if !filter.isEmpty {
            let matches = index.matches(filter)
            var found = FilterMatch.allCases.map { _ in [Item]() }
            for item in order.items {
                if let match = item.row.flatMap({ matches[$0] }) { found[match.rawValue].append(item) }
            }
            self.init(sections: [(.all, found.flatMap(\.self))], of: order)
        } else if order.isToken.isEmpty {
            self.init(sections: [(.all, order.items)], of: order)
        } else {
            let isToken = { (item: Item) in item.row.map { order.isToken[$0] } ?? false }
            let (coins, tokens) = (order.items.filter { !isToken($0) }, order.items.filter(isToken))
            self.init(sections: [(.coins, coins), (.tokens, tokens)], of: order)
        }
    }

    private init(sections: [(PriceSection, [Item])], of order: PriceOrder) {
        self.init(sections: sections, total: order.items.count, tableCount: order.tableCount)
    }

    /// Filters, divides and sorts the market: one pure step from all inputs to the list.
    init(table: MarketTable, query: ListQuery, index: inout InstrumentIndex) {
        let order = PriceOrder(table: table, query: query, index: &index)
        self.init(order, filter: query.filter, index: index)
    }
}
