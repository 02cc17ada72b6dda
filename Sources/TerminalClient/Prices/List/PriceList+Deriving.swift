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
        let ordinals = [query.coinsSort, query.tokensSort].contains { $0.key == .name } ? index.placesByName() : []
        for row in 0..<table.count {
            let quote = table[row]
            guard Self.isListed(quote, query) else { continue }
            let section = PriceSection(quote.instrument.kind)
            let sort = query.sort(of: section)
            rows[section, default: []].append(SortedRow(row, quote, sort.key, ordinals))
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
            let matches = index.matches(Array(filter.lowercased().utf8))
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

/// A row with the figure that it is sorted by; equal ones, and those without a figure, go by rank.
private struct SortedRow {
    private let row: Int
    private let key: Double?
    private let rank: UInt32

    init(_ row: Int, _ quote: Quote, _ sortKey: PriceSort.Key, _ ordinals: [Int]) {
        self.row = row
        rank = quote.fundamentals.rank ?? .max
        key =
            switch sortKey {
            case .rank: quote.fundamentals.rank.map(Double.init)
            case .name: Double(ordinals[row])
            case .price: quote.approximatePrice
            case .dayChange: quote.dayChange.map { Double($0.hundredths) }
            case .hourChange: quote.trend.hour.map { Double($0.hundredths) }
            case .weekChange: quote.trend.week.map { Double($0.hundredths) }
            case .volume: quote.volume.map(Double.init)
            case .marketCap: quote.approximateMarketCap
            }
    }

    static func sorted(_ rows: [SortedRow], isDescending: Bool) -> [Int] {
        rows.sorted { $0.precedes($1, isDescending: isDescending) }.map(\.row)
    }

    private func precedes(_ other: SortedRow, isDescending: Bool) -> Bool {
        switch (key, other.key) {
        case (let mine?, let theirs?) where mine != theirs: isDescending ? mine > theirs : mine < theirs
        case (_?, nil): true
        case (nil, _?): false
        default: (rank, row) < (other.rank, other.row)
        }
    }
}
