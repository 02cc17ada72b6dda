package import Shared

/// Days and weeks are built from four-hour candles, because the exchange's own begin at midnight in UTC+8.
extension HuobiClient: NativeCandleSource {
    private static let periods: [(interval: CandleInterval, period: HuobiPeriod)] = HuobiPeriod.allCases.compactMap {
        period in
        period.interval.map { ($0, period) }
    }

    /// Only the latest page is available.
    package var natives: [NativeCandles] {
        Self.periods.map { NativeCandles($0.interval, pageMax: HuobiPeriod.countMax, reach: HuobiPeriod.countMax) }
    }
    package var canPage: Bool { false }
    package var refreshMax: Duration { .seconds(60) }

    package func now() -> MarketTime { router.now() }
    package func stretch() -> Double { router.stretch(of: .huobiCandles(pair: "", period: .hour, size: 1)) }
    package func share(_ share: BudgetShare) -> RequestBudget {
        router.share(share, of: .huobiCandles(pair: "", period: .hour, size: 1))
    }

    /// - Parameter symbol: the pair, such as `btcusdt`.
    @concurrent
    package func series(
        of symbol: String,
        _ native: CandleInterval,
        count: Int,
        until end: MarketTime?
    ) async throws(ProviderError) -> CandleSeries {
        guard let period = Self.periods.first(where: { $0.interval == native })?.period else {
            preconditionFailure("no plan asks for an interval that is not among the natives")
        }
        return try await series(of: symbol, period, size: count)
    }

    package func noCandles(of symbol: String) -> ProviderError {
        ProviderError(.huobiCandles(pair: symbol, period: .hour, size: 1), .notListed("no candles of \(symbol)"))
    }
}
