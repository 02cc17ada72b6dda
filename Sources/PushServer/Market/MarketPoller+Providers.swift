internal import Logging
internal import Shared

extension MarketPoller {
    /// One poller for each source of the market.
    static func all(
        _ configuration: ServerConfiguration.Market,
        router: Router,
        hub: MarketHub,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime,
        _ logger: Logger
    ) -> [MarketPoller] {
        func poller(
            _ kind: MarketSource.Kind,
            _ provider: Provider,
            every interval: Duration,
            poll: @escaping @Sendable () async throws(ProviderError) -> Void
        ) -> MarketPoller {
            MarketPoller(
                kind: kind,
                provider: provider.name,
                interval: interval,
                clock: clock,
                now: now,
                hub: hub,
                logger: logger,
                poll: poll
            )
        }
        let listings = CoinMarketCapClient(router: router, key: configuration.coinMarketCapKey)
        let exchange = HuobiClient(router: router)
        return [
            poller(.listing, .coinMarketCap, every: configuration.listingInterval) { () throws(ProviderError) in
                let listing = try await listings.listing(limit: configuration.coins)
                await hub.arrived(listing, provider: Provider.coinMarketCap.name)
            },
            poller(.tickers, .huobi, every: configuration.tickerInterval) { () throws(ProviderError) in
                await hub.arrived(try await exchange.tickers(), provider: Provider.huobi.name)
            },
        ]
    }
}
