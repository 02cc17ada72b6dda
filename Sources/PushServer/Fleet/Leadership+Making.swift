internal import Logging
internal import Shared

extension Leadership {
    /// Makes the hubs that read the providers: once for a server that stands alone, and once for each term in which a
    /// node leads.
    static func maker(
        _ configuration: ServerConfiguration,
        _ resources: ServerResources,
        outlet: MarketOutlet,
        isNode: Bool,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime,
        logger: Logger
    ) -> @Sendable (MarketEpoch, MarketHubRules, _ followed: ExchangeRates?) async -> Leadership {
        let sources = configuration.market.candleSources(by: resources.router)
        return { epoch, rules, followed in
            let alerts = AlertHub(
                sources: sources,
                market: rules.table,
                users: resources.users,
                store: resources.store,
                term: isNode ? epoch.term : nil,
                clock: clock,
                now: now,
                counters: resources.alertCounters,
                logger: logger
            )
            let rates = RateHub(
                sources: configuration.market.providers.filter { $0.rates != nil }.map(\.name),
                stored: await resources.rates.read(),
                followed: followed,
                file: resources.rates,
                outlet: outlet,
                alerts: alerts.mailbox,
                now: now,
                logger: logger
            )
            let parts = MarketServices(
                configuration.market,
                router: resources.router,
                store: resources.weeks,
                rates: rates,
                outlet: outlet,
                candles: sources,
                alerts: alerts.mailbox,
                epoch: epoch,
                rules: rules,
                clock: clock,
                now: now,
                logger: logger
            )
            return Leadership(parts: parts, alerts: alerts)
        }
    }
}
