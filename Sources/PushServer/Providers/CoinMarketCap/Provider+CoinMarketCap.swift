extension Provider {
    /// The listing: coins with their names and figures.
    package static let coinMarketCap: Self = {
        var provider = Self(
            name: "CoinMarketCap",
            hosts: [.coinMarketCap, .coinMarketCapPictures],
            key: KeyVariable(name: "TICKWIRE_COINMARKETCAP_KEY", isRequired: false)
        )
        // The data changes every 60 s. A listing costs one credit for every 200 coins, rounded up.
        provider.listing = Listing(intervalMin: .seconds(60), credits: { max(1, ($0 + 199) / 200) }) { access in
            let client = CoinMarketCapClient(router: access.router, key: access.key)
            return { coins throws(ProviderError) in try await client.wholeListing(limit: coins) }
        }
        provider.listing?.plan = { access in
            guard let key = access.key else { return nil }
            return { () throws(ProviderError) in try await CoinMarketCapClient.plan(of: key, by: access.router) }
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
        quotas: [.coinMarketCap],
        ownHeaders: ["x-ratelimit-reset"]
    )

    /// The host of the pictures, which needs no key.
    package static let coinMarketCapPictures = Self(
        name: "coinmarketcap-pictures",
        provider: "CoinMarketCap",
        address: "https://s2.coinmarketcap.com",
        quotas: [.coinMarketCapPictures],
        servesFiles: true
    )
}

extension RequestQuota {
    /// Requests of the free plan, which no recording has confirmed.
    package static let coinMarketCap = Self("coinmarketcap", .init(30, per: .seconds(60)))

    /// A file network without a documented limit. At this rate, a whole market's pictures take some minutes.
    package static let coinMarketCapPictures = Self("coinmarketcap pictures", .init(600, per: .seconds(60)))
}
