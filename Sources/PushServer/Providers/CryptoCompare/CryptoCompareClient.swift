package import Shared

/// What CryptoCompare can be asked.
package struct CryptoCompareClient: Sendable {
    /// What candles are priced in unless told otherwise: the same as on the exchange, so that a change of the source leaves
    /// a chart's scale as it is.
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
    /// - Parameter limit: 1 to 2000; as many candles come, or fewer.
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

    /// Figures in US dollars; coins that the provider does not know are left out.
    @concurrent
    package func figures(of symbols: [String]) async throws(ProviderError) -> CoinFiguresList {
        let currency = "USD"
        var all = CoinFiguresList(coins: [], badRows: 0)
        for part in Self.parts(symbols) {
            let endpoint = Endpoint.cryptoCompareFigures(of: part, in: currency, key: key)
            let list = try await router.value(of: endpoint) { answer throws(ProviderFailure) in
                try CoinFiguresList(cryptoCompare: answer, currency: currency)
            }
            all.coins += list.coins
            all.badRows += list.badRows
        }
        return all
    }

    /// The shortest of the lengths that are told for `fsyms`.
    static let symbolsLengthMax = 300

    /// Parts of the list that fit into one request each.
    static func parts(_ symbols: [String]) -> [[String]] {
        var parts: [[String]] = []
        var length = symbolsLengthMax
        for symbol in symbols {
            let added = symbol.utf8.count + 1
            if length + added > symbolsLengthMax {
                parts.append([])
                length = -1
            }
            parts[parts.endIndex - 1].append(symbol)
            length += added
        }
        return parts
    }
}
