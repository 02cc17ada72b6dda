extension Provider {
    /// The second exchange: live prices, pairs and candles, all of it public (docs/PROVIDERS.md).
    package static let binance: Self = {
        var provider = Self(name: "Binance", hosts: [.binance])
        // All tickers weigh 80: every two seconds, they take less than half of what may be asked for.
        provider.tickers = Tickers(intervalMin: .seconds(2)) { access in
            BinanceClient(router: access.router).tickers
        }
        provider.symbols = { access in
            let client = BinanceClient(router: access.router)
            return SymbolSource(interval: .seconds(3600)) { known throws(ProviderError) in
                try await client.pairs(since: known).map { $0 }
            }
        }
        provider.candles = { BinanceClient(router: $0.router) }
        return provider
    }()
}

extension ProviderHost {
    package static let binance = Self(
        name: "binance",
        provider: "Binance",
        address: "https://api.binance.com",
        quotas: [.binance]
    )
}

extension RequestQuota {
    /// Weight by IP address, as `exchangeInfo` tells it: 6000 a minute, with 80 for all tickers, 20 for all pairs and 2 for
    /// candles. Until 2023 all of these were about half as much, and the limit a fifth.
    package static let binance = Self("binance", .init(6000, per: .seconds(60)))
}
