import Shared

/// The candles of one call to a history endpoint. There are always as many as requested, with zeros before the coin
/// existed.
struct ArchiveWindow {
    private let bucket: CandleBucket
    private let count: Int
    private let end: Int64
    private let now: MarketTime

    init(_ minutes: Int64, _ count: Int, until end: Int64, _ now: MarketTime) {
        bucket = .minutes(minutes)
        (self.count, self.end, self.now) = (count, min(end, now.minute), now)
    }

    func candles(of coin: SimulatedCoin) -> [CandleSeries.Item] {
        let items = CandleSeries(coin, bucket, last: count, until: end, at: now).items
        let zeros = (items.count..<max(items.count, count)).map { place in
            CandleSeries.Item(start: bucket.start(of: end, before: Int64(place)), span: PriceSpan(flatAt: 0))
        }
        return zeros.reversed() + items
    }
}
