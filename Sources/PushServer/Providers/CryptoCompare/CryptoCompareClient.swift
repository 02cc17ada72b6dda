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

    /// Every coin, unless nothing has changed since `validator` was given.
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
