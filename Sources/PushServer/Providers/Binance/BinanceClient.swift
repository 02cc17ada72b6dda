package import Shared

/// Requests to Binance.
package struct BinanceClient: Sendable {
    let router: Router

    package init(router: Router) { self.router = router }

    /// Every pair, unless nothing has changed since `validator` was given.
    @concurrent
    package func pairs(since validator: Validator? = nil) async throws(ProviderError) -> Revision<PairList> {
        try await router.revision(of: .binancePairs, since: validator, decode: PairList.init(binance:))
    }
}

extension BinanceClient: NativeCandleSource {
    private static let pageMax = 1000
    /// Binance's history is longer than any chart. This limits the requests for one chart.
    private static let reach = 10 * pageMax

    /// The intervals' names in requests. Days begin at midnight in UTC, weeks on Monday.
    private static let names: [CandleInterval: String] = [
        .minute: "1m", .fiveMinutes: "5m", .quarterHour: "15m", .halfHour: "30m", .hour: "1h", .fourHours: "4h",
        .day: "1d", .week: "1w",
    ]

    package var natives: [NativeCandles] {
        CandleInterval.allCases.filter { Self.names[$0] != nil }.map {
            NativeCandles($0, pageMax: Self.pageMax, reach: Self.reach)
        }
    }
    package var canPage: Bool { true }
    package var refreshMax: Duration { .seconds(60) }

    package func now() -> MarketTime { router.now() }
    package func stretch() -> Double { router.stretch(of: .binanceCandles(pair: "", interval: "1h", limit: 1)) }
    package func share(_ share: BudgetShare) -> RequestBudget {
        router.share(share, of: .binanceCandles(pair: "", interval: "1h", limit: 1))
    }

    /// - Parameter symbol: the pair, such as `BTCUSDT`.
    @concurrent
    package func series(
        of symbol: String,
        _ native: CandleInterval,
        count: Int,
        until end: MarketTime?
    ) async throws(ProviderError) -> CandleSeries {
        guard let name = Self.names[native] else {
            preconditionFailure("no plan asks for an interval that is not among the natives")
        }
        let endpoint = Endpoint.binanceCandles(pair: symbol, interval: name, limit: count, end: end)
        return try await router.value(of: endpoint) { answer throws(ProviderFailure) in
            try CandleSeries(binance: answer, native, limit: count)
        }
    }

    package func noCandles(of symbol: String) -> ProviderError {
        ProviderError(.binanceCandles(pair: symbol, interval: "1h", limit: 1), .notListed("no candles of \(symbol)"))
    }
}

/// Pages "General endpoints" and "Market Data endpoints" of the spot API. None of them needs a key.
extension Endpoint {
    /// The last 24 hours of every pair, about 300 bytes each in the short form.
    package static let binanceTickers = Self(.binance, path: "/api/v3/ticker/24hr")
        .with("type", "MINI")
        .costing(80)
        .upTo(bytes: 8 << 20)

    /// All pairs: thousands, of about 2 to 4 KB each.
    package static let binancePairs = Self(.binance, path: "/api/v3/exchangeInfo").costing(20).upTo(bytes: 32 << 20)

    /// The latest candles of a pair until `end`, about 180 bytes each.
    /// - Parameter end: candles that begin later are left out.
    package static func binanceCandles(
        pair: String,
        interval: String,
        limit: Int,
        end: MarketTime? = nil
    ) -> Self {
        let endpoint = Self(.binance, path: "/api/v3/klines")
            .with("symbol", pair)
            .with("interval", interval)
            .with("limit", limit)
            .costing(2)
            .forOneCoin()
        return end.map { endpoint.with("endTime", $0.milliseconds) } ?? endpoint
    }
}
