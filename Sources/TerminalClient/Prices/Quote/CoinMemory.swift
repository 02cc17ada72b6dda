internal import Shared

/// A value for each coin, stored by the coin's present row.
///
/// Within an epoch rows stay the same, so walking along the table walks along an array. If another epoch gives a coin
/// another row, the value moves with the coin.
struct CoinMemory<Value> {
    private var rows: [CoinID: Int] = [:]
    private var values: [Value] = []
    /// The hash of the instruments to which the rows belong.
    private var hash: UInt64 = 0

    /// Nil for a coin that was not in the last table.
    subscript(coin: CoinID) -> Value? { rows[coin].map { values[$0] } }

    /// - Precondition: the last table has this row.
    subscript(row row: Int) -> Value {
        get { values[row] }
        set { values[row] = newValue }
    }

    /// - Parameter value: makes the value of a new coin.
    mutating func follow(_ table: MarketTable, startingWith value: (Quote) -> Value) {
        guard values.count != table.count || hash != table.instrumentsHash else { return }
        let coins = (0..<table.count).map { table.instrument(ofRow: $0).coin }
        values = coins.indices.map { self[coins[$0]] ?? value(table[$0]) }
        rows = Dictionary(zip(coins, coins.indices)) { first, _ in first }
        hash = table.instrumentsHash
    }
}
