package import Shared

/// Requests to Huobi (HTX).
package struct HuobiClient: Sendable {
    let router: Router

    package init(router: Router) {
        self.router = router
    }

    /// Every pair, unless nothing has changed since `validator` was given.
    @concurrent
    package func pairs(since validator: Validator? = nil) async throws(ProviderError) -> Revision<PairList> {
        try await router.revision(of: .huobiSymbols, since: validator, decode: PairList.init(huobi:))
    }

    /// The latest candles of a pair as the exchange has them. Days, weeks and longer periods begin at midnight in
    /// UTC+8.
    /// - Parameter size: 1 to 2000.
    @concurrent
    package func series(
        of pair: String,
        _ period: HuobiPeriod,
        size: Int
    ) async throws(ProviderError) -> CandleSeries {
        let endpoint = Endpoint.huobiCandles(pair: pair, period: period, size: size)
        return try await router.value(of: endpoint) { answer throws(ProviderFailure) in
            try CandleSeries(huobi: answer, period: period, size: size)
        }
    }
}

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

/// API pages of "Reference Data" and "Market Data". None of them needs a key.
extension Endpoint {
    /// The latest prices of all pairs, about 250 bytes each; page "Get Latest Tickers for All Pairs".
    package static let huobiTickers = Self(.huobi, path: "/market/tickers").upTo(bytes: 4 << 20)

    /// All pairs, about 530 bytes each.
    package static let huobiSymbols = Self(.huobi, path: "/v1/common/symbols").upTo(bytes: 8 << 20)

    /// The latest candles of a pair: at most 2000, about 160 bytes each.
    package static func huobiCandles(pair: String, period: HuobiPeriod, size: Int) -> Self {
        Self(.huobi, path: "/market/history/kline")
            .with("symbol", pair)
            .with("period", period.rawValue)
            .with("size", size)
            .forOneCoin()
    }
}
