internal import Shared

/// The choice of a coin by typing its symbol or name, a value that a view model keeps.
struct CoinPicker: Equatable, Sendable {
    struct Match: Equatable, Sendable {
        let coin: CoinID
        let symbol: String
        let name: String
    }

    /// A row has no room for more matches.
    static let matchesMax = 5

    private(set) var entry = TextEntry(limit: 40)
    /// The best match first. Before the user types, these are the largest coins.
    private(set) var matches: [Match] = []
    private(set) var selected = 0
    /// Coins that cannot be chosen.
    private let excluded: Set<CoinID>

    /// - Parameter excluded: coins that are in the comparison already.
    init(excluding excluded: Set<CoinID>, in table: MarketTable, _ index: inout InstrumentIndex) {
        self.excluded = excluded
        find(in: table, &index)
    }

    var choice: Match? { matches.indices.contains(selected) ? matches[selected] : nil }

    mutating func edited(_ edit: TextEdit, in table: MarketTable, _ index: inout InstrumentIndex) {
        entry.apply(edit)
        find(in: table, &index)
    }

    mutating func selectionMoved(by steps: Int) {
        guard !matches.isEmpty else { return }
        selected = ((selected + steps) % matches.count + matches.count) % matches.count
    }

    private mutating func find(in table: MarketTable, _ index: inout InstrumentIndex) {
        selected = 0
        index.follow(table)
        let fits = entry.isEmpty ? [] : index.matches(entry.text)
        let found = (0..<table.count).compactMap { row -> (fit: Int, rank: Int, row: Int)? in
            let coin = table.instrument(ofRow: row).coin
            guard entry.isEmpty || fits[row] != nil, !excluded.contains(coin) else { return nil }
            return (
                fits.isEmpty ? 0 : fits[row]?.rawValue ?? 0, table[row].fundamentals.rank.map(Int.init) ?? .max, row
            )
        }
        matches = found.sorted { ($0.fit, $0.rank, $0.row) < ($1.fit, $1.rank, $1.row) }.prefix(Self.matchesMax).map {
            let instrument = table.instrument(ofRow: $0.row)
            return Match(coin: instrument.coin, symbol: instrument.symbol, name: instrument.name)
        }
    }
}
