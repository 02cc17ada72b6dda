internal import Shared

/// Which prices have just moved, and which way: a row is lit for a moment after its price has changed.
struct PriceFlashes {
    enum Direction: Equatable, Sendable {
        case up
        case down
    }

    private struct Price: Equatable {
        let pricing: Pricing
        let mantissa: UInt64?

        init(_ quote: Quote) { (pricing, mantissa) = (quote.pricing, quote.mantissa) }
    }

    private struct Flash {
        let direction: Direction
        /// The price before, with as many decimals.
        let previous: UInt64
        let start: ContinuousClock.Instant
    }

    static let length = Duration.milliseconds(600)

    private var prices = CoinMemory<Price>()
    private var flashes: [CoinID: Flash] = [:]
    /// When the last price moved.
    private(set) var lastStart: ContinuousClock.Instant?

    /// Compares with what was there before. Coins that are new have not moved.
    mutating func take(_ table: MarketTable, at now: ContinuousClock.Instant) {
        flashes = flashes.filter { now - $0.value.start < Self.length }
        prices.follow(table, startingWith: Price.init)
        for row in 0..<table.count { note(table[row], row: row, at: now) }
    }

    func direction(of coin: CoinID, at now: ContinuousClock.Instant) -> Direction? {
        flashes[coin].flatMap { now - $0.start < Self.length ? $0.direction : nil }
    }

    /// What a coin's price was before it moved.
    func previous(of coin: CoinID) -> UInt64? { flashes[coin]?.previous }

    private mutating func note(_ quote: Quote, row: Int, at now: ContinuousClock.Instant) {
        let (old, new) = (prices[row: row], Price(quote))
        guard old != new else { return }
        // Mantissas compare as prices do only with the same number of decimals.
        if old.pricing == new.pricing, let before = old.mantissa, let after = new.mantissa {
            let direction = after > before ? Direction.up : .down
            flashes[quote.instrument.coin] = Flash(direction: direction, previous: before, start: now)
            lastStart = now
        }
        prices[row: row] = new
    }
}
