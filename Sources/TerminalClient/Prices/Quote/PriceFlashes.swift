internal import Shared

/// Which prices have just moved, and in which direction. A row is lit for a moment after its price has changed. A
/// listing's price is an average and no trade, so it lights nothing.
struct PriceFlashes {
    enum Direction: Equatable, Sendable {
        case up
        case down
    }

    private struct Price {
        let pricing: Pricing
        let mantissa: UInt64?
        /// The last one, which may be over.
        var flash: Flash?

        init(_ quote: Quote) { (pricing, mantissa) = (quote.pricing, quote.mantissa) }
    }

    struct Flash {
        let direction: Direction
        /// The price before, with the same number of decimals.
        let previous: UInt64
        fileprivate let start: ContinuousClock.Instant

        var end: ContinuousClock.Instant { start + PriceFlashes.length }
    }

    static let length = Duration.milliseconds(600)

    private var prices = CoinMemory<Price>()
    /// When the last price moved.
    private(set) var lastStart: ContinuousClock.Instant?

    /// Compares the table with the last one. Prices of new coins have not moved.
    /// - Parameter changed: the rows that may have changed since the last time; nil: all.
    mutating func take(_ table: MarketTable, changed: [Int]?, at now: ContinuousClock.Instant) {
        prices.follow(table, startingWith: Price.init)
        let listings = Set(table.sources.filter { $0.kind == .listing }.map(\.number))
        for row in changed ?? Array(0..<table.count) { note(table[row], row: row, at: now, listings) }
    }

    /// Nil for a coin that is not lit.
    func flash(of coin: CoinID, at now: ContinuousClock.Instant) -> Flash? {
        prices[coin]?.flash.flatMap { now < $0.end ? $0 : nil }
    }

    private mutating func note(
        _ quote: Quote,
        row: Int,
        at now: ContinuousClock.Instant,
        _ listings: Set<SourceNumber>
    ) {
        let old = prices[row: row]
        if old.pricing == quote.pricing, old.mantissa == quote.mantissa { return }
        var new = Price(quote)
        new.flash = old.flash
        defer { prices[row: row] = new }
        if listings.contains(new.pricing.source) { return }
        // Mantissas can be compared only if they have the same number of decimals.
        if old.pricing.isComparable(with: new.pricing), let before = old.mantissa, let after = new.mantissa {
            // Only the age of the price has changed.
            if before == after { return }
            let direction = after > before ? Direction.up : .down
            new.flash = Flash(direction: direction, previous: before, start: now)
            lastStart = now
        }
    }
}

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
