import Shared

/// Collects the rows of an answer in any order, and makes one series of them.
struct CandleRows {
    /// How far a provider's clock may be ahead of the server's, in seconds.
    private static let clockSkew: Int64 = 60

    let interval: CandleInterval
    let arrived: MarketTime
    private var candles: [MarketTime: Candle] = [:]
    private var firstZero: MarketTime?
    private(set) var bad = 0
    private var firstBad: String?
    private(set) var count = 0

    init(interval: CandleInterval, arrived: MarketTime) {
        (self.interval, self.arrived) = (interval, arrived)
    }

    mutating func add(_ row: CandleRow) {
        count += 1
        guard let time = row.time, isPossible(time) else {
            return isBad(row.time.map { "no candle begins at \($0.iso8601)" } ?? "a row has no time")
        }
        if row.isAllZero { return firstZero = min(firstZero ?? time, time) }
        guard let candle = row.candle else { return isBad("the prices at \(time.iso8601) make no candle") }
        // Of two candles with the same time, the one with more volume is newer.
        if let known = candles[time], (known.volume ?? .zero) > (candle.volume ?? .zero) { return }
        candles[time] = candle
    }

    private mutating func isBad(_ reason: @autoclosure () -> String) {
        bad += 1
        firstBad = firstBad ?? reason()
    }

    /// The time of the oldest candle.
    var first: MarketTime? { candles.keys.min() }

    /// Whether the answer begins with zeros for times before the coin was listed.
    var beginsWithZeros: Bool {
        guard let firstZero else { return false }
        return first.map { firstZero < $0 } ?? true
    }

    /// - Parameters:
    ///   - asOf: when the provider made the answer.
    ///   - lag: how long the provider may repeat a cached answer. During that time the last candle may lack its last
    ///     trades, even if its time is over.
    func series(asOf: MarketTime, lag: Duration = .zero, reachesListing: Bool) -> CandleSeries {
        var ascending = candles.values.sorted { $0.time < $1.time }
        for index in ascending.indices.dropLast() { ascending[index].isClosed = true }
        if let last = ascending.indices.last {
            let end = interval.end(from: ascending[last].time)
            ascending[last].isClosed = end <= asOf && asOf.elapsed(since: end) >= lag
        }
        return CandleSeries(
            candles: ascending,
            badRows: bad,
            firstBadRow: firstBad,
            asOf: asOf,
            reachesListing: reachesListing
        )
    }

    /// Whether the time is after 1970, has begun, and is the start of a candle.
    private func isPossible(_ time: MarketTime) -> Bool {
        time.milliseconds > 0 && time <= arrived.adding(seconds: Self.clockSkew) && interval.start(of: time) == time
    }
}
