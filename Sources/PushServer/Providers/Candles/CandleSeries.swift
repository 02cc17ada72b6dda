package import Shared

/// The candles of one answer, in the only form that the rest of the server knows.
package struct CandleSeries: Equatable, Sendable {
    /// Ascending, no time twice, each within its own range; times without trades may be missing. Only the last may be open.
    package var candles: [Candle]
    /// Rows that were left out because they cannot be a candle.
    package var badRows: Int
    /// The moment that the series is true for.
    package var asOf: MarketTime
    /// Whether nothing older exists: the coin was listed here with the first candle.
    package var reachesListing: Bool
}

extension CandleSeries {
    /// Puts an older part in front.
    mutating func prepend(_ older: CandleSeries) {
        guard let first = candles.first else {
            let asOf = asOf
            self = older
            return self.asOf = asOf
        }
        candles = older.candles.filter { $0.time < first.time } + candles
        badRows += older.badRows
        reachesListing = older.reachesListing
    }
}
