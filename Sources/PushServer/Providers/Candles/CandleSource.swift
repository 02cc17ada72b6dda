package import Shared

/// A source of candles. There is one for each `KlineSource` that the server offers.
package protocol CandleSource: Sendable {
    /// Requests one answer of candles: ascending, at most `count`. If one answer is not enough, the caller asks again
    /// for candles before the oldest one.
    ///
    /// - Parameters:
    ///   - symbol: the source's spelling; see `SymbolMap`.
    ///   - end: candles before this time, which is the start of an interval; nil: the latest.
    /// - Throws: `.notListed` if the source has no candles at all.
    @concurrent
    func page(
        of symbol: String,
        _ interval: CandleInterval,
        count: Int,
        before end: MarketTime?
    ) async throws(ProviderError) -> CandlePage

    /// How many times longer than usual to wait before the next request, whether or not this one succeeded; see
    /// `RequestBudget.stretch`.
    func stretch() -> Double

    /// A share of the provider's budget. Each request is one page.
    func share(_ share: BudgetShare) -> RequestBudget
}

/// The answer of a source of candles to one request.
package struct CandlePage: Equatable, Sendable {
    /// Ascending.
    package var candles: [Candle]
    /// Whether the source has no older candles.
    package var isOldest: Bool
    /// The maximum number of candles of the interval that the source has.
    package var available: Int
    /// How old the answer may be, because the source repeats cached answers.
    package var lag: Duration
    /// How long the answer counts as fresh, unless the source's budget is short.
    package var goodFor: Duration

    package init(
        candles: [Candle],
        isOldest: Bool,
        available: Int = .max,
        lag: Duration = .zero,
        goodFor: Duration = .seconds(60)
    ) {
        (self.candles, self.isOldest, self.available) = (candles, isOldest, available)
        (self.lag, self.goodFor) = (lag, goodFor)
    }
}

/// A source over HTTP. It states which candles it has and fetches them. The rest is the same for all such sources.
package protocol NativeCandleSource: CandleSource {
    var natives: [NativeCandles] { get }
    /// Whether the source can be asked for candles before a given time.
    var canPage: Bool { get }
    /// The maximum time before an answer is refreshed. Live prices move the last candle meanwhile, but only the source
    /// knows volumes and ended candles.
    var refreshMax: Duration { get }

    func now() -> MarketTime

    /// - Parameters:
    ///   - count: at most the `pageMax` of `native`.
    ///   - end: the start of the newest candle; nil: the latest. Only for a source that can page.
    @concurrent
    func series(
        of symbol: String,
        _ native: CandleInterval,
        count: Int,
        until end: MarketTime?
    ) async throws(ProviderError) -> CandleSeries

    /// The error for a symbol without candles.
    func noCandles(of symbol: String) -> ProviderError
}

extension NativeCandleSource {
    @concurrent
    package func page(
        of symbol: String,
        _ interval: CandleInterval,
        count: Int,
        before end: MarketTime?
    ) async throws(ProviderError) -> CandlePage {
        let plan = CandlePlan(of: natives, canPage: canPage, interval, count: count, before: end, at: now())
        guard let plan else { return page([], isOldest: true, interval) }
        let series: CandleSeries
        do {
            series = try await self.series(of: symbol, plan.native.interval, count: plan.count, until: plan.end)
        } catch {
            // Some providers report the end of a history as an error.
            if end != nil, error.isEndOfHistory { return page([], isOldest: true, interval, lag: plan.native.lag) }
            throw error
        }
        if end == nil, series.candles.isEmpty { throw noCandles(of: symbol) }
        let isOldest = plan.reachesEnd || series.reachesListing || series.candles.isEmpty
        return page(series.candles(by: plan), isOldest: isOldest, interval, lag: plan.native.lag)
    }

    private func page(
        _ candles: [Candle],
        isOldest: Bool,
        _ interval: CandleInterval,
        lag: Duration = .zero
    ) -> CandlePage {
        let usual = Duration.seconds(max(interval.seconds, 60))
        return CandlePage(
            candles: candles,
            isOldest: isOldest,
            available: CandlePlan.available(of: natives, interval),
            lag: lag,
            goodFor: min(usual, refreshMax)
        )
    }
}

extension CandleSeries {
    /// The candles of the plan's interval.
    func candles(by plan: CandlePlan) -> [Candle] {
        plan.isBuilt ? CandleBuilder(interval: plan.interval).build(self).candles : candles
    }
}

extension ProviderError {
    fileprivate var isEndOfHistory: Bool {
        switch failure {
        case .notListed, .refused: true
        default: false
        }
    }
}
