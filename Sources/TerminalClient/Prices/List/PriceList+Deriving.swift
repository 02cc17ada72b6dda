internal import Shared

extension PriceList {
    /// Filters, divides and sorts the market: one pure step from all inputs to the list.
    init(table: MarketTable, query: ListQuery, index: inout InstrumentIndex) {
        index.follow(table)
        let filter = Array(query.filter.lowercased().utf8)
        var rows: [PriceSection: [SortedRow]] = [:]
        var total = 0
        let ordinals = [query.coinsSort, query.tokensSort].contains { $0.key == .name } ? index.placesByName() : []
        for row in 0..<table.count {
            let quote = table[row]
            guard Self.isListed(quote, query) else { continue }
            total += 1
            if !filter.isEmpty, !index.matches(filter, row: row) { continue }
            let section = PriceSection(quote.instrument.kind)
            let sort = query.sort(of: section)
            rows[section, default: []].append(SortedRow(row, quote, sort.key, ordinals))
        }
        let sections = PriceSection.allCases.map { section in
            (section, SortedRow.sorted(rows[section] ?? [], isDescending: query.sort(of: section).isDescending))
        }
        self.init(sections: sections, total: total, tableCount: table.count)
    }

    /// What has left the market is of interest only to those who marked it.
    private static func isListed(_ quote: Quote, _ query: ListQuery) -> Bool {
        if query.coinsOnly, quote.instrument.kind == .token { return false }
        return !quote.isDelisted || query.favorites.contains(quote.instrument.coin)
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
