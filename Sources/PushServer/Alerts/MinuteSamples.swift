internal import Shared

/// The lowest and the highest price of the last minutes, for one coin at one source and for windows of any length.
///
/// A price that is not below a later one is the lowest of no window, so it is forgotten. What stays gets higher from
/// minute to minute, and the first one in a window is the window's lowest price. The same holds for the highest ones. So a new
/// minute costs little, and a window costs a binary search, however long it is.
struct MinuteSamples {
    private struct Sample {
        let minute: Int64
        let price: Double
    }

    /// A listing is asked once a minute, so one minute without a price is not a hole.
    private static let holeMin: Int64 = 3

    /// Ascending by minute and by price.
    private var lows: [Sample] = []
    /// Ascending by minute and descending by price.
    private var highs: [Sample] = []
    /// The last minute with a price.
    private var last: Int64?
    /// The first minute after the last hole.
    private var unbrokenSince: Int64 = 0

    private static func minute(of time: MarketTime) -> Int64 { time.milliseconds / 60_000 }

    /// - Parameter minutes: how many minutes are kept.
    mutating func take(_ price: ConfirmedPrice, at time: MarketTime, keeping minutes: Int) {
        let minute = Self.minute(of: time)
        // The clock was set back, so nobody knows when the prices were heard. Candles tell the minutes before.
        if let last, last > minute { self = MinuteSamples() }
        if last.map({ minute - $0 >= Self.holeMin }) ?? true { unbrokenSince = minute }
        last = minute
        Self.add(minute, price.low, to: &lows, isLow: true)
        Self.add(minute, price.high, to: &highs, isLow: false)
        Self.forget(before: minute - Int64(minutes), in: &lows)
        Self.forget(before: minute - Int64(minutes), in: &highs)
    }

    /// Adds candles. Nothing was traded between two candles, so the price stayed.
    ///
    /// A candle counts with its open and its close only, because its lowest and its highest price may be single odd
    /// prices.
    /// - Parameters:
    ///   - candles: ascending, of one minute each.
    ///   - time: when they were asked for.
    ///   - minutes: how many minutes are kept.
    mutating func fill(_ candles: [Candle], at time: MarketTime, keeping minutes: Int) {
        let end = Self.minute(of: time)
        let start = end - Int64(minutes)
        let traded = candles.filter { $0.open > .zero && $0.close > .zero }
        let starts = traded.map { Self.minute(of: $0.time) }
        var told: [Sample] = []
        for ((candle, minute), next) in zip(zip(traded, starts), starts.dropFirst() + [end + 1]) {
            let close = candle.close.approximate
            told += [candle.open.approximate, close].map { Sample(minute: minute, price: $0) }
            // The window may begin between two candles.
            if minute + 1 < next { told.append(Sample(minute: next - 1, price: close)) }
        }
        told = told.filter { start...end ~= $0.minute }
        guard !told.isEmpty, let first = starts.first.map({ max(start, $0) }) else { return }
        let isCovered = last.map { $0 + Self.holeMin > first && unbrokenSince <= first } ?? false
        if !isCovered { unbrokenSince = first }
        last = max(last ?? end, end)
        lows = Self.merged(told + lows, isLow: true)
        highs = Self.merged(told + highs, isLow: false)
    }

    private static func merged(_ samples: [Sample], isLow: Bool) -> [Sample] {
        samples.sorted { $0.minute < $1.minute }.reduce(into: []) { add($1.minute, $1.price, to: &$0, isLow: isLow) }
    }

    private static func add(_ minute: Int64, _ price: Double, to samples: inout [Sample], isLow: Bool) {
        while let last = samples.last, isLow ? last.price >= price : last.price <= price { samples.removeLast() }
        if samples.last?.minute != minute { samples.append(Sample(minute: minute, price: price)) }
    }

    private static func forget(before start: Int64, in samples: inout [Sample]) {
        let old = samples.prefix { $0.minute < start }.count
        if old > 64 { samples.removeFirst(old) }
    }

    /// Whether the last minutes are known without a hole.
    func isWhole(minutes: Int, to time: MarketTime) -> Bool {
        let end = Self.minute(of: time)
        guard let last else { return false }
        return end - last < Self.holeMin && unbrokenSince - (end - Int64(minutes)) < Self.holeMin
    }

    /// The lowest price of the last minutes; nil if none is known.
    func low(minutes: Int, to time: MarketTime) -> Double? {
        Self.first(of: lows, Self.minute(of: time) - Int64(minutes))
    }

    /// The highest price of the last minutes; nil if none is known.
    func high(minutes: Int, to time: MarketTime) -> Double? {
        Self.first(of: highs, Self.minute(of: time) - Int64(minutes))
    }

    private static func first(of samples: [Sample], _ start: Int64) -> Double? {
        let place = samples.partitioningIndex { $0.minute >= start }
        return place < samples.count ? samples[place].price : nil
    }
}

/// The range that two successive polls of a source agree on. A single odd price that the next poll reverts is neither a
/// low nor a high.
struct ConfirmedPrice: Equatable {
    /// The price was as low as this at both polls.
    let low: Double
    /// The price was as high as this at both polls.
    let high: Double

    init(_ one: Double, _ other: Double) { (low, high) = (max(one, other), min(one, other)) }
}
