package import Shared

/// Requests to CryptoCompare.
package struct CryptoCompareClient: Sendable {
    /// The default quote currency of candles. It is the exchanges' quote currency, so that a change of the source does
    /// not change a chart's scale.
    package static let quote = "USDT"

    let router: Router
    let key: APIKey?
    let quote: String

    package init(router: Router, key: APIKey?, quote: String = Self.quote) {
        self.router = router
        self.key = key
        self.quote = quote
    }

    /// All coins, unless nothing has changed since `validator` was issued.
    @concurrent
    package func coins(since validator: Validator? = nil) async throws(ProviderError) -> Revision<CryptoCompareCoins> {
        let endpoint = Endpoint.cryptoCompareCoins(key: key)
        return try await router.revision(
            of: endpoint,
            since: validator,
            decode: CryptoCompareCoins.init(cryptoCompare:)
        )
    }

    /// The latest candles of a coin until `end`, or until now.
    /// - Parameter limit: 1 to 2000. The answer has at most this many candles.
    @concurrent
    package func series(
        of symbol: String,
        _ history: CryptoCompareHistory,
        limit: Int,
        end: MarketTime? = nil
    ) async throws(ProviderError) -> CandleSeries {
        let endpoint = Endpoint.cryptoCompareHistory(history, of: symbol, in: quote, limit: limit, end: end, key: key)
        return try await router.value(of: endpoint) { answer throws(ProviderFailure) in
            try CandleSeries(cryptoCompare: answer, history, limit: limit)
        }
    }
}

/// Intervals between minute, hour and day are built from the next finer one of these. The provider's own `aggregate`
/// does not reach further back (`limit` × `aggregate` is limited to 2000), and the starts of its candles are not
/// documented.
extension CryptoCompareClient: NativeCandleSource {
    package var natives: [NativeCandles] {
        CryptoCompareHistory.allCases.map {
            NativeCandles($0.interval, pageMax: CryptoCompareHistory.limitMax, reach: $0.reach, lag: $0.lag)
        }
    }
    package var canPage: Bool { true }
    /// Hours and days change every 610 s, and requests are counted by the month.
    package var refreshMax: Duration { .seconds(610) }

    package func now() -> MarketTime { router.now() }
    package func stretch() -> Double {
        router.stretch(of: .cryptoCompareHistory(.hours, of: "", in: quote, limit: 1, key: nil))
    }
    package func share(_ share: BudgetShare) -> RequestBudget {
        router.share(share, of: .cryptoCompareHistory(.hours, of: "", in: quote, limit: 1, key: nil))
    }

    /// - Parameter symbol: the coin, such as `BTC`.
    @concurrent
    package func series(
        of symbol: String,
        _ native: CandleInterval,
        count: Int,
        until end: MarketTime?
    ) async throws(ProviderError) -> CandleSeries {
        guard let history = CryptoCompareHistory.allCases.first(where: { $0.interval == native }) else {
            preconditionFailure("no plan asks for an interval that is not among the natives")
        }
        return try await series(of: symbol, history, limit: count, end: end)
    }

    package func noCandles(of symbol: String) -> ProviderError {
        let endpoint = Endpoint.cryptoCompareHistory(.hours, of: symbol, in: quote, limit: 1, key: key)
        return ProviderError(endpoint, .notListed("no candles of \(symbol) in \(quote)"))
    }
}
