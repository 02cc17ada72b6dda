extension Provider {
    /// Candles of nearly all coins, averaged over markets.
    package static let cryptoCompare: Self = {
        var provider = Self(
            name: "CryptoCompare",
            hosts: [.cryptoCompare],
            key: KeyVariable(name: "TICKWIRE_CRYPTOCOMPARE_KEY", isRequired: true)
        )
        provider.symbols = { access in
            let client = CryptoCompareClient(router: access.router, key: access.key)
            return SymbolSource(interval: .seconds(86_400)) { known throws(ProviderError) in
                try await client.coins(since: known).map { $0 }
            }
        }
        provider.candles = { CryptoCompareClient(router: $0.router, key: $0.key) }
        return provider
    }()
}

extension ProviderHost {
    package static let cryptoCompare = Self(
        name: "cryptocompare",
        provider: "CryptoCompare",
        address: "https://min-api.cryptocompare.com",
        quotas: [.cryptoCompare]
    )
}

extension RequestQuota {
    /// All of these limits apply: 5 a second (as of 2025), 300 a minute and 3000 an hour (2020), 7500 a day and 50,000 a
    /// month (2021).
    package static let cryptoCompare = Self(
        "cryptocompare",
        .init(5, per: .seconds(1)),
        .init(300, per: .seconds(60)),
        .init(3000, per: .seconds(3600)),
        .init(7500, per: .seconds(86_400)),
        .init(50_000, per: .seconds(30 * 86_400))
    )
}
