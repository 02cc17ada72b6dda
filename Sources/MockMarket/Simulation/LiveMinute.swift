import Shared

/// The present minute of a coin: the movement that its record predicts for the whole minute, and the prices seen so
/// far.
///
/// The live price stays within the record's high and low and ends at its close. So the finished minute of the record
/// agrees with every price that was ever sent.
struct LiveMinute: Sendable {
    /// Since 1970.
    let minute: Int64
    let span: PriceSpan
    private var seenHigh: Int64
    private var seenLow: Int64

    init(_ minute: Int64, _ record: PriceRecord) {
        self.minute = minute
        span = record.span(ofMinute: minute)
        (seenHigh, seenLow) = (span.open, span.open)
    }

    /// The highest price so far. `price` may be from an earlier minute.
    func high(_ price: Int64) -> Int64 { max(seenHigh, price) }
    func low(_ price: Int64) -> Int64 { min(seenLow, price) }

    /// The price on the straight line from open to close.
    func aim(at time: MarketTime) -> Int64 {
        span.open + (span.close - span.open) * time.millisecondsIntoMinute / 60_000
    }

    /// A price near that line. It differs from `price` if the minute has more than one price.
    mutating func step(from price: Int64, at time: MarketTime, _ random: inout SeededGenerator) -> Int64 {
        let noise = (span.high - span.low) * random.bell() / 1155 / 8
        let bits = random.next()
        var next = min(max(price + (aim(at: time) - price) / 4 + noise, span.low), span.high)
        if next == price, span.high > span.low {
            let isUp = price == span.low || (price != span.high && bits & 1 == 0)
            next += isUp ? 1 : -1
        }
        (seenHigh, seenLow) = (max(seenHigh, next), min(seenLow, next))
        return next
    }
}
