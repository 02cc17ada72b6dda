extension Provider {
    /// The second exchange, with live prices, pairs and candles. All of them are public (docs/PROVIDERS.md).
    package static let binance: Self = {
        var provider = Self(name: "Binance", hosts: [.binance])
        provider.tickers = .binance
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

extension Provider.Tickers {
    /// All tickers weigh 80. Every two seconds, they take less than half of the allowed weight.
    package static let binance = Self(
        intervalMin: .seconds(2),
        endpoint: .binanceTickers,
        decode: TickerBoard.init(binance:)
    )
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
    /// Weight by IP address, as `exchangeInfo` states it: 6000 a minute, with 80 for all tickers, 20 for all pairs and
    /// 2 for candles. Until 2023, the weights were about half of these, and the limit a fifth.
    package static let binance = Self("binance", .init(6000, per: .seconds(60)))
}
