package import Shared

/// The candles of one length that a source keeps, as it hands them out.
package struct NativeCandles: Hashable, Sendable {
    /// Their length. All of them begin at whole multiples of it in UTC, weeks on Monday.
    package let interval: CandleInterval
    /// The most of them in one answer.
    package let pageMax: Int
    /// The most of them that can be had at all; what is older is gone.
    package let reach: Int
    /// How long the source goes on sending an answer that it has made.
    package let lag: Duration

    package init(_ interval: CandleInterval, pageMax: Int, reach: Int, lag: Duration = .zero) {
        (self.interval, self.pageMax, self.reach, self.lag) = (interval, pageMax, reach, lag)
    }
}

/// One request for candles of one interval: which candles of the source, how many of them, and until when.
///
/// A source is asked for the interval itself where it keeps that one, else for the coarsest finer one.
package struct CandlePlan: Equatable, Sendable {
    package let native: NativeCandles
    /// What is wanted.
    package let interval: CandleInterval
    /// How many of the source's candles to ask for.
    package let count: Int
    /// When the newest of them begins; nil: the latest ones.
    package let end: MarketTime?
    /// Whether older ones than these cannot be had.
    package let reachesEnd: Bool

    /// - Parameters:
    ///   - canPage: whether the source can be asked for candles before a given time. One that cannot is asked for its latest
    ///     ones, as many as reach back far enough.
    ///   - count: how many candles of `interval` are wanted; more than one request can bring are cut.
    ///   - end: those before this time, which is the beginning of an interval; nil: the latest.
    /// - Returns: nil when the source keeps nothing that far back.
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
        // Before a given time a page holds whole intervals, so that none is thrown away for being cut in two.
        let page = canPage && end != nil ? native.pageMax / ratio * ratio : native.pageMax
        self.count = min(canPage ? wanted : wanted + passed, page, most)
        self.end = canPage ? end.map { $0.adding(seconds: -native.interval.seconds) } : nil
        reachesEnd = self.count == most
    }

    /// How many candles of `interval` a source has at most.
    package static func available(of natives: [NativeCandles], _ interval: CandleInterval) -> Int {
        native(of: natives, for: interval).map { $0.reach / Int(interval.seconds / $0.interval.seconds) } ?? 0
    }

    /// Whether the asked candles are not yet what is wanted.
    package var isBuilt: Bool { native.interval != interval }

    private static func native(of natives: [NativeCandles], for interval: CandleInterval) -> NativeCandles? {
        natives.filter { interval.seconds.isMultiple(of: $0.interval.seconds) }.max {
            $0.interval.seconds < $1.interval.seconds
        }
    }
}
