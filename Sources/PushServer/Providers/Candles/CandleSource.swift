package import Shared

/// Where candles come from: one for each `KlineSource` that the server offers.
package protocol CandleSource: Sendable {
    /// One answer's worth of candles: ascending, at most `count`. What one answer cannot hold is asked for again, before
    /// the oldest that has come.
    ///
    /// - Parameters:
    ///   - symbol: as this source spells it; see `SymbolMap`.
    ///   - end: those before this time, which is the beginning of an interval; nil: the latest.
    /// - Throws: `.notListed` when the source has not one candle.
    @concurrent
    func page(
        of symbol: String,
        _ interval: CandleInterval,
        count: Int,
        before end: MarketTime?
    ) async throws(ProviderError) -> CandlePage

    /// How many times longer than usual to wait before it is asked again, whether it answered or not; see
    /// `RequestBudget.stretch`.
    func stretch() -> Double

    /// A share of its provider's budget. Each request is one page.
    func share(_ share: BudgetShare) -> RequestBudget
}

/// What a source of candles answered to one request.
package struct CandlePage: Equatable, Sendable {
    /// Ascending.
    package var candles: [Candle]
    /// Whether the source has none that are older.
    package var isOldest: Bool
    /// How many candles of the interval the source has at most.
    package var available: Int
    /// How old the answer may be: the source goes on sending one that it has made.
    package var lag: Duration
    /// For how long it is as good as a new one, while the source need not be spared.
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

/// A source over HTTP: it says what it keeps and fetches that; everything else is the same for all.
package protocol NativeCandleSource: CandleSource {
    var natives: [NativeCandles] { get }
    /// Whether it can be asked for candles before a given time.
    var canPage: Bool { get }
    /// How long an answer is left as it is at most. Live prices move the last candle all the while, but volumes and candles
    /// that ended are the source's to tell.
    var refreshMax: Duration { get }

    func now() -> MarketTime

    /// - Parameters:
    ///   - count: at most the `pageMax` of `native`.
    ///   - end: when the newest one begins; nil: the latest. Only for a source that can page.
    @concurrent
    func series(
        of symbol: String,
        _ native: CandleInterval,
        count: Int,
        until end: MarketTime?
    ) async throws(ProviderError) -> CandleSeries

    /// The error of a symbol that has not one candle.
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
            // Some providers tell the end of a history as an error.
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
    /// What is handed out of the answer to a plan.
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
