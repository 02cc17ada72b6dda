/// The latest candles of a chart: ascending, with no time twice.
///
/// Both the server's series and the terminal's copy of it have this type. Live prices move the server's, and the
/// terminal's takes over the moved candles.
public struct CandleSequence: Hashable, Sendable {
    public private(set) var candles: [Candle]
    public let interval: CandleInterval
    /// How many candles are kept at most. The oldest ones are removed.
    public var countMax: Int { didSet { cut() } }

    public init(interval: CandleInterval, countMax: Int, candles: [Candle] = []) {
        self.interval = interval
        self.countMax = countMax
        self.candles = candles
        cut()
    }

    /// Takes over candles. A candle replaces the held one of the same time.
    /// - Parameter newer: ascending.
    /// - Returns: the candles that differ from the held ones.
    @discardableResult
    public mutating func merge(_ newer: [Candle]) -> [Candle] {
        var changed: [Candle] = []
        for candle in newer {
            let index = candles.lastIndex { $0.time <= candle.time }
            if let index, candles[index].time == candle.time {
                if candles[index] == candle { continue }
                candles[index] = candle
            } else {
                candles.insert(candle, at: index.map { $0 + 1 } ?? 0)
            }
            changed.append(candle)
        }
        cut()
        return changed
    }

    /// Moves the last candle to a live price, or begins the next one. A candle whose time is over is closed.
    /// - Returns: the candles that changed, ascending.
    public mutating func move(to price: ExactDecimal, at time: MarketTime) -> [Candle] {
        let start = interval.start(of: time)
        guard var last = candles.last, last.time <= start else { return [] }
        if last.time == start {
            if last.isClosed { return [] }
            (last.close, last.high, last.low) = (price, max(last.high, price), min(last.low, price))
            return merge([last])
        }
        var moved = [
            Candle(time: start, open: price, high: price, low: price, close: price, volume: nil, isClosed: false)
        ]
        if !last.isClosed {
            last.isClosed = true
            moved.insert(last, at: 0)
        }
        return merge(moved)
    }

    private mutating func cut() {
        if candles.count > countMax { candles.removeFirst(candles.count - countMax) }
    }
}
