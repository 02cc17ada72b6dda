internal import Shared

/// What is remembered of each coin, by the row that it has at the moment.
///
/// Within an epoch rows stay the same, so that a walk along the table is a walk along an array; where another epoch gives a
/// coin another row, what is remembered goes with the coin.
struct CoinMemory<Value> {
    private var rows: [CoinID: Int] = [:]
    private var values: [Value] = []
    /// Of the instruments whose rows these are.
    private var hash: UInt64 = 0

    /// Nil for a coin that was not in the table that was followed last.
    subscript(coin: CoinID) -> Value? { rows[coin].map { values[$0] } }

    /// - Precondition: the table that was followed last has this row.
    subscript(row row: Int) -> Value {
        get { values[row] }
        set { values[row] = newValue }
    }

    /// - Parameter value: what is remembered at first of a coin that is new.
    mutating func follow(_ table: MarketTable, startingWith value: (Quote) -> Value) {
        guard values.count != table.count || hash != table.instrumentsHash else { return }
        let coins = (0..<table.count).map { table.instrument(ofRow: $0).coin }
        values = coins.indices.map { self[coins[$0]] ?? value(table[$0]) }
        rows = Dictionary(zip(coins, coins.indices)) { first, _ in first }
        hash = table.instrumentsHash
    }
}
