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
}

/// Days and weeks are built from four-hour candles, because the exchange's own begin at midnight in UTC+8.
extension HuobiClient: NativeCandleSource {
    /// The maximum number of candles in one answer. Older ones cannot be requested.
    private static let countMax = 2000

    /// Huobi's names for the intervals. Its four-hour candles begin when ours do, because midnight in UTC+8 is 16:00 UTC,
    /// a multiple of four hours.
    private static let names: [CandleInterval: String] = [
        .minute: "1min", .fiveMinutes: "5min", .quarterHour: "15min", .halfHour: "30min", .hour: "60min",
        .fourHours: "4hour",
    ]

    package var natives: [NativeCandles] {
        CandleInterval.allCases.filter { Self.names[$0] != nil }.map {
            NativeCandles($0, pageMax: Self.countMax, reach: Self.countMax)
        }
    }
    package var canPage: Bool { false }
    package var refreshMax: Duration { .seconds(60) }

    package func now() -> MarketTime { router.now() }
    package func stretch() -> Double { router.stretch(of: .huobiCandles(pair: "", period: "60min", size: 1)) }
    package func share(_ share: BudgetShare) -> RequestBudget {
        router.share(share, of: .huobiCandles(pair: "", period: "60min", size: 1))
    }

    /// - Parameter symbol: the pair, such as `btcusdt`.
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
        let endpoint = Endpoint.huobiCandles(pair: symbol, period: name, size: count)
        return try await router.value(of: endpoint) { answer throws(ProviderFailure) in
            try CandleSeries(huobi: answer, native, size: count)
        }
    }

    package func noCandles(of symbol: String) -> ProviderError {
        ProviderError(.huobiCandles(pair: symbol, period: "60min", size: 1), .notListed("no candles of \(symbol)"))
    }
}

/// API pages of "Reference Data" and "Market Data". None of them needs a key.
extension Endpoint {
    /// The latest prices of all pairs, about 250 bytes each; page "Get Latest Tickers for All Pairs".
    package static let huobiTickers = Self(.huobi, path: "/market/tickers").upTo(bytes: 4 << 20)

    /// All pairs, about 530 bytes each.
    package static let huobiSymbols = Self(.huobi, path: "/v1/common/symbols").upTo(bytes: 8 << 20)

    /// The latest candles of a pair: at most 2000, about 160 bytes each.
    package static func huobiCandles(pair: String, period: String, size: Int) -> Self {
        Self(.huobi, path: "/market/history/kline")
            .with("symbol", pair)
            .with("period", period)
            .with("size", size)
            .forOneCoin()
    }
}
