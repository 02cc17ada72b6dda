extension Provider {
    /// The listing: what exists, and what is told of it (providers.md section 1).
    package static let coinMarketCap: Self = {
        var provider = Self(
            name: "CoinMarketCap",
            hosts: [.coinMarketCap, .coinMarketCapPictures],
            key: KeyVariable(name: "TICKWIRE_COINMARKETCAP_KEY", isRequired: false)
        )
        // The data changes every 60 s. A listing costs a credit for every 200 coins, started ones counted.
        provider.listing = Listing(intervalMin: .seconds(60), credits: { max(1, ($0 + 199) / 200) }) { access in
            let client = CoinMarketCapClient(router: access.router, key: access.key)
            return { coins throws(ProviderError) in try await client.wholeListing(limit: coins) }
        }
        provider.details = { access in
            let client = CoinMarketCapClient(router: access.router, key: access.key)
            return { coin throws(ProviderError) in try await client.detail(of: coin) }
        }
        provider.icons = { access in
            let client = CoinMarketCapClient(router: access.router, key: access.key)
            return { coin throws(ProviderError) in try await client.icon(of: coin) }
        }
        return provider
    }()
}

extension ProviderHost {
    package static let coinMarketCap = Self(
        name: "coinmarketcap",
        provider: "CoinMarketCap",
        address: "https://pro-api.coinmarketcap.com",
        quotas: [.coinMarketCap]
    )

    /// Where it keeps its pictures, which want no key.
    package static let coinMarketCapPictures = Self(
        name: "coinmarketcap-pictures",
        provider: "CoinMarketCap",
        address: "https://s2.coinmarketcap.com",
        quotas: [.coinMarketCapPictures],
        servesFiles: true
    )
}

extension RequestQuota {
    /// Calls of the free plan (section 1.9; not confirmed).
    package static let coinMarketCap = Self("coinmarketcap", .init(30, per: .seconds(60)))

    /// A network that serves files and tells no limit; a whole market's pictures come within some minutes.
    package static let coinMarketCapPictures = Self("coinmarketcap pictures", .init(600, per: .seconds(60)))
}
