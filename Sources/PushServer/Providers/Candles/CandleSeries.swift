package import Shared

/// The candles of one answer, in the form that the rest of the server uses.
package struct CandleSeries: Equatable, Sendable {
    /// Ascending, with no time twice. Times without trades may be missing. Only the last candle may be open.
    package var candles: [Candle]
    /// The number of rows that were left out because they are not valid candles.
    package var badRows: Int
    /// Why the first of these rows is not valid.
    package var firstBadRow: String?
    /// The time at which the series was correct.
    package var asOf: MarketTime
    /// Whether no older candles exist, because the coin was listed with the first one.
    package var reachesListing: Bool
}

extension CandleSeries {
    /// Keeps only the newest candles.
    mutating func cut(to count: Int) {
        guard candles.count > count else { return }
        candles.removeFirst(candles.count - count)
        reachesListing = false
    }
}
