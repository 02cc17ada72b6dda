package import Shared

/// The candles of one answer, in the only form that the rest of the server knows.
package struct CandleSeries: Equatable, Sendable {
    /// Ascending, no time twice, each within its own range; times without trades may be missing. Only the last may be open.
    package var candles: [Candle]
    /// Rows that were left out because they cannot be a candle.
    package var badRows: Int
    /// Why the first of them cannot be one.
    package var firstBadRow: String?
    /// The moment that the series is true for.
    package var asOf: MarketTime
    /// Whether nothing older exists: the coin was listed here with the first candle.
    package var reachesListing: Bool
}

extension CandleSeries {
    /// Leaves the newest.
    mutating func cut(to count: Int) {
        guard candles.count > count else { return }
        candles.removeFirst(candles.count - count)
        reachesListing = false
    }

    /// Puts an older part in front, of which every candle is closed.
    mutating func prepend(_ older: CandleSeries) {
        let first = candles.first?.time ?? asOf
        candles.insert(contentsOf: older.candles.filter { $0.time < first }, at: 0)
        badRows += older.badRows
        firstBadRow = firstBadRow ?? older.firstBadRow
        reachesListing = older.reachesListing
    }
}
