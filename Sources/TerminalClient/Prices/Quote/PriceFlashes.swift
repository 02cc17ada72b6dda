internal import Shared

/// Which prices have just moved, and which way: a row is lit for a moment after its price has changed.
struct PriceFlashes {
    enum Direction: Equatable, Sendable {
        case up
        case down
    }

    private struct Flash {
        let direction: Direction
        /// The price before, with as many decimals.
        let previous: UInt64
        let start: ContinuousClock.Instant
    }

    static let length = Duration.milliseconds(600)

    private var pricings: [Pricing] = []
    private var mantissas: [UInt64?] = []
    private var flashes: [Int: Flash] = [:]
    /// When the last price moved.
    private(set) var lastStart: ContinuousClock.Instant?

    /// Compares with what was there before. Rows that are new have not moved.
    mutating func take(_ table: MarketTable, at now: ContinuousClock.Instant) {
        flashes = flashes.filter { now - $0.value.start < Self.length }
        if table.count < mantissas.count { (pricings, mantissas, flashes) = ([], [], [:]) }
        for row in 0..<table.count {
            let quote = table[row]
            guard row < mantissas.count else {
                pricings.append(quote.pricing)
                mantissas.append(quote.mantissa)
                continue
            }
            note(quote, row: row, at: now)
        }
    }

    func direction(of row: Int, at now: ContinuousClock.Instant) -> Direction? {
        flashes[row].flatMap { now - $0.start < Self.length ? $0.direction : nil }
    }

    /// What a row's price was before it moved.
    func previous(of row: Int) -> UInt64? { flashes[row]?.previous }

    private mutating func note(_ quote: Quote, row: Int, at now: ContinuousClock.Instant) {
        let old = mantissas[row]
        guard old != quote.mantissa || pricings[row] != quote.pricing else { return }
        // Mantissas compare as prices do only with the same number of decimals.
        if pricings[row] == quote.pricing, let old, let new = quote.mantissa {
            flashes[row] = Flash(direction: new > old ? .up : .down, previous: old, start: now)
            lastStart = now
        }
        (pricings[row], mantissas[row]) = (quote.pricing, quote.mantissa)
    }
}
