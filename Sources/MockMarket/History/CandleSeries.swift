import Shared

/// Candles of one coin, oldest first. The last one is still being built if it reaches to the present.
struct CandleSeries: Sendable {
    struct Item: Equatable, Sendable {
        /// When it begins, in minutes since 1970.
        let start: Int64
        var span: PriceSpan
    }

    private(set) var items: [Item] = []
    /// The minutes of the last item, so that calendar arithmetic is needed only where a candle begins.
    private var newest: Range<Int64> = 0..<0

    /// - Parameters:
    ///   - count: how many candles; a young coin has fewer.
    ///   - end: a minute of the last candle, or the present minute if that is earlier.
    init(_ coin: SimulatedCoin, _ bucket: CandleBucket, last count: Int, until end: Int64 = .max, at now: MarketTime) {
        let present = now.minute
        let last = min(end, present)
        let first = max(coin.birth, bucket.start(of: last, before: Int64(count) - 1))
        let isOpen = bucket.start(of: last) == bucket.start(of: present)
        let closed = min(present, isOpen ? present : bucket.end(of: last))
        items.reserveCapacity(count)
        if first < closed {
            coin.record.forEachSpan(ofMinutes: bucket.granularity, in: first..<closed) { minute, span in
                if minute + bucket.granularity > closed {
                    // A span that is not over counts up to the present.
                    if let rest = coin.record.span(of: minute..<closed) { add(minute, bucket, rest) }
                } else {
                    add(minute, bucket, span)
                }
            }
        }
        if isOpen, coin.birth <= present { add(present, bucket, coin.current(at: now)) }
    }

    private mutating func add(_ minute: Int64, _ bucket: CandleBucket, _ span: PriceSpan) {
        if newest.contains(minute), !items.isEmpty {
            items[items.count - 1].span.append(span)
        } else {
            newest = bucket.start(of: minute)..<bucket.end(of: minute)
            items.append(Item(start: newest.lowerBound, span: span))
        }
    }
}

extension CandleBucket {
    /// The minute after the candle that contains `minute`.
    func end(of minute: Int64) -> Int64 {
        let start = start(of: minute)
        switch self {
        case .minutes(let length, _): return start + length
        case .months: return self.start(of: start + 32 * 1440)
        case .years: return self.start(of: start + 367 * 1440)
        }
    }
}
