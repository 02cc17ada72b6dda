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
        let fits = entry.isEmpty ? nil : index.matches(entry.text)
        let rows = (0..<table.count).filter { !excluded.contains(table.instrument(ofRow: $0).coin) }
        // Before the user types, all coins match equally well.
        let found = FilterMatch.best(
            of: rows,
            match: { row in if let fits { fits[row] } else { .symbol } },
            rank: { table[$0].fundamentals.rank }
        )
        matches = found.prefix(Self.matchesMax).map { row in
            let instrument = table.instrument(ofRow: row)
            return Match(coin: instrument.coin, symbol: instrument.symbol, name: instrument.name)
        }
    }
}
