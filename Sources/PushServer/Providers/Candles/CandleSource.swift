package import Shared

/// Where candles come from: one for each `KlineSource`.
package protocol CandleSource: Sendable {
    /// The latest candles, ascending, at most `count`; fewer where the source has no more.
    ///
    /// - Parameter symbol: as this source spells it; see `PairBook`.
    /// - Throws: `.notListed` when there is not one candle.
    @concurrent
    func candles(
        of symbol: String,
        _ interval: CandleInterval,
        count: Int
    ) async throws(ProviderError) -> [Candle]
}

extension CandleSeries {
    /// What is handed out of the answers to a plan.
    func candles(by plan: CandlePlan) -> [Candle] {
        let series = plan.isBuilt ? CandleBuilder(interval: plan.interval).build(self) : self
        return series.candles.suffix(plan.count)
    }
}
