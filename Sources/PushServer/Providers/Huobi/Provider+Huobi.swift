extension Provider {
    /// HTX, formerly Huobi: live prices of its pairs, and their candles.
    package static let huobi: Self = {
        var provider = Self(name: "Huobi", hosts: [.huobi])
        provider.tickers = .huobi
        provider.symbols = { access in
            let client = HuobiClient(router: access.router)
            // New pairs open a few times a week.
            return SymbolSource(interval: .seconds(3600)) { known throws(ProviderError) in
                try await client.pairs(since: known).map { $0 }
            }
        }
        provider.candles = { HuobiClient(router: $0.router) }
        return provider
    }()
}

extension Provider.Tickers {
    package static let huobi = Self(intervalMin: .zero, endpoint: .huobiTickers, decode: TickerBoard.init(huobi:))
}

extension ProviderHost {
    package static let huobi = Self(
        name: "huobi",
        provider: "Huobi",
        address: "https://api.huobi.pro",
        quotas: [.huobiMarketData, .huobiReferenceData]
    )
}

extension RequestQuota {
    /// Tickers and candles: 100 requests in 10 s in the documentation of 2019, and many more since.
    package static let huobiMarketData = Self("huobi market data", path: "/market/", .init(100, per: .seconds(10)))

    /// The list of pairs, counted separately from the market data. A secondary source now states 120 requests in 3 s.
    package static let huobiReferenceData = Self("huobi reference data", .init(100, per: .seconds(10)))
}
