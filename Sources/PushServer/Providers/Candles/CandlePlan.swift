package import Shared

/// The candles of one length that a source offers.
package struct NativeCandles: Hashable, Sendable {
    /// The length. All candles begin at whole multiples of it in UTC, weeks on Monday.
    package let interval: CandleInterval
    /// The maximum number of candles in one answer.
    package let pageMax: Int
    /// The maximum number of candles that the source keeps; older ones do not exist.
    package let reach: Int
    /// How long the source may repeat an answer from its cache.
    package let lag: Duration

    package init(_ interval: CandleInterval, pageMax: Int, reach: Int, lag: Duration = .zero) {
        (self.interval, self.pageMax, self.reach, self.lag) = (interval, pageMax, reach, lag)
    }
}

/// One request for candles of one interval: which of the source's candles, how many, and until when.
///
/// It uses the interval's own candles if the source has them, and otherwise the coarsest finer ones.
package struct CandlePlan: Equatable, Sendable {
    package let native: NativeCandles
    /// The interval of the chart.
    package let interval: CandleInterval
    /// The number of the source's candles to request.
    package let count: Int
    /// The start of the newest candle; nil: the latest ones.
    package let end: MarketTime?
    /// Whether the source has no older candles than these.
    package let reachesEnd: Bool

    /// - Parameters:
    ///   - canPage: whether the source can be asked for candles before a given time. Otherwise it is asked for its
    ///     latest candles, as many as reach back far enough.
    ///   - count: the wanted number of candles of `interval`, cut to what one request can return.
    ///   - end: candles before this time, which is the start of an interval; nil: the latest.
    /// - Returns: nil if the source keeps nothing that far back.
    package init?(
        of natives: [NativeCandles],
        canPage: Bool,
        _ interval: CandleInterval,
        count: Int,
        before end: MarketTime?,
        at now: MarketTime
    ) {
        guard let native = Self.native(of: natives, for: interval) else { return nil }
        (self.native, self.interval) = (native, interval)
        let ratio = Int(interval.seconds / native.interval.seconds)
        // Far more than any source has, and far from an overflow.
        let wanted = max(1, min(count, 1_000_000)) * ratio
        let step = native.interval.seconds * 1000
        let passed = end.map { Int(clamping: (max(0, now.milliseconds - $0.milliseconds) + step - 1) / step) } ?? 0
        guard passed < native.reach else { return nil }
        let most = canPage && end != nil ? native.reach - passed : native.reach
        // Before a given time, a page holds whole intervals, so that none is cut in two and lost.
        let page = canPage && end != nil ? native.pageMax / ratio * ratio : native.pageMax
        self.count = min(canPage ? wanted : wanted + passed, page, most)
        self.end = canPage ? end.map { $0.adding(seconds: -native.interval.seconds) } : nil
        reachesEnd = self.count == most
    }

    /// The maximum number of candles of `interval` that a source has.
    package static func available(of natives: [NativeCandles], _ interval: CandleInterval) -> Int {
        native(of: natives, for: interval).map { $0.reach / Int(interval.seconds / $0.interval.seconds) } ?? 0
    }

    /// Whether the chart's candles must be built from the requested ones.
    package var isBuilt: Bool { native.interval != interval }

    private static func native(of natives: [NativeCandles], for interval: CandleInterval) -> NativeCandles? {
        natives.filter { interval.seconds.isMultiple(of: $0.interval.seconds) }.max {
            $0.interval.seconds < $1.interval.seconds
        }
    }
}
