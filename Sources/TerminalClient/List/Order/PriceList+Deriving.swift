internal import Shared

/// The members of a list in their order, regardless of the filter's text. A tick may change this order. Following it
/// looks only at the rows that have changed, and sorts only if a figure of one of them differs.
struct PriceOrder {
    private(set) var items: [PriceList.Item] = []
    /// Whether each row of the market is a token; empty if that does not matter.
    fileprivate let isToken: [Bool]
    fileprivate let tableCount: Int
    /// Without a filter.
    private let query: ListQuery
    /// The hash of the instruments.
    private let instruments: UInt64
    /// A new source moves the places of others.
    private let sourceCount: Int
    /// The rows that are sorted, in their order.
    private var rows: [Int] = []
    /// What each row of the market is sorted by; nil for a row that is not listed.
    private var keys: [SortedRow?]
    /// Members that the market does not have. They come last.
    private var missing: [PriceList.Item] = []

    init(table: MarketTable, query: ListQuery, index: inout InstrumentIndex) {
        (self.query, tableCount, instruments) = (query.unfiltered, table.count, table.instrumentsHash)
        sourceCount = table.sources.count
        isToken = query.hasSections ? (0..<table.count).map { table.instrument(ofRow: $0).kind == .token } : []
        keys = Array(repeating: nil, count: table.count)
        switch query.members {
        case .market: rows = Array(0..<table.count)
        case .coins(let coins):
            let own = coins.map { coin in table.row(of: coin).map { .coin(row: $0) } ?? PriceList.Item.missing(coin) }
            if self.query.order == .own {
                items = own
                return
            }
            rows = own.compactMap(\.row)
            missing = own.filter { $0.row == nil }
        }
        let places = SortPlaces(sorting.column, in: table, &index)
        for row in rows { keys[row] = key(row, table[row], places) }
        sort()
    }

    /// Updates the order after a change of rows.
    /// - Parameter changed: the rows that have changed; nil if any of them may have.
    /// - Returns: whether the order has changed.
    mutating func follow(
        _ table: MarketTable,
        changed: [Int]?,
        query: ListQuery,
        index: inout InstrumentIndex
    ) -> Bool {
        guard let changed, query.unfiltered == self.query, table.count == tableCount,
            table.instrumentsHash == instruments, table.sources.count == sourceCount
        else {
            self = PriceOrder(table: table, query: query, index: &index)
            return true
        }
        if changed.isEmpty { return false }
        let places = SortPlaces(sorting.column, in: table, &index)
        var isListedElse = false
        var isMoved = false
        for row in changed where isSorted(row) {
            let next = key(row, table[row], places)
            if next == keys[row] { continue }
            if (next == nil) != (keys[row] == nil) { isListedElse = true }
            keys[row] = next
            isMoved = true
        }
        if !isMoved { return false }
        let before = rows
        if isListedElse, case .market = query.members { rows = Array(0..<tableCount) }
        sort()
        return rows != before
    }

    private var sorting: PriceSort { query.order.sort ?? PriceSort() }

    /// Whether a change of the row may change the order.
    private func isSorted(_ row: Int) -> Bool {
        if case .coins = query.members { keys[row] != nil } else { true }
    }

    /// Nil for a row that is not listed.
    private func key(_ row: Int, _ quote: Quote, _ places: SortPlaces) -> SortedRow? {
        if case .market(let coinsOnly, let favorites) = query.members {
            if coinsOnly, quote.instrument.kind == .token { return nil }
            if quote.isDelisted, !favorites.contains(quote.instrument.coin) { return nil }
        }
        return SortedRow(row, quote, sorting.column, places: places)
    }

    /// Rows that are nearly in order cost one comparison each.
    private mutating func sort() {
        rows = SortedRow.sorted(rows.compactMap { keys[$0] }, isDescending: sorting.isDescending)
        items = rows.map { .coin(row: $0) } + missing
    }
}

extension PriceList {
    /// Filters an order.
    /// - Parameter query: the order's query, with the filter.
    init(_ order: PriceOrder, of query: ListQuery, in table: MarketTable, _ index: inout InstrumentIndex) {
        if !query.filter.isEmpty {
            index.follow(table)
            let matches = index.matches(query.filter)
            let found = query.order.filtered(
                order.items,
                match: { $0.row.flatMap { matches[$0] } },
                rank: { $0.row.flatMap { table[$0].fundamentals.rank } }
            )
            self.init(sections: [(.all, found)], of: order)
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
        self.init(order, of: query, in: table, &index)
    }
}
