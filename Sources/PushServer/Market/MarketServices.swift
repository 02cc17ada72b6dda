internal import Logging
internal import ServiceLifecycle
internal import Shared

/// Everything that comes from providers (the market, candles, weeks, details, icons, rates), and the services that
/// request it.
struct MarketServices {
    let hub: MarketHub
    let candles: CandleHub
    let weeks: WeekHub
    let details: CoinDetails
    let icons: CoinIcons
    let rates: RateHub
    let pastRates: PastRates
    let candleCounters = CandleCounters()
    let services: [any Service]

    init(
        _ configuration: ServerConfiguration.Market,
        router: Router,
        store: WeekStore,
        rates: RateHub,
        outlet: MarketOutlet,
        candles sources: [(KlineSource, any CandleSource)],
        alerts: Mailbox<AlertHub.Event>,
        epoch: MarketEpoch,
        rules: MarketHubRules,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime,
        logger: Logger
    ) {
        let providers = configuration.access(by: router)
        let candles = CandleHub(
            sources: sources,
            market: rules.table,
            clock: clock,
            now: now,
            counters: candleCounters,
            logger: logger
        )
        let weeks = WeekHub(
            sources: sources,
            store: store,
            market: rules.table,
            clock: clock,
            now: now,
            logger: logger
        )
        let hub = MarketHub(
            epoch: epoch,
            rules: rules,
            outlet: outlet,
            candles: candles.mailbox,
            weeks: weeks.mailbox,
            alerts: alerts,
            logger: logger,
            now: now
        )
        let pollers = MarketPollers(configuration, hub: hub, clock: clock, now: now, logger: logger)
        details = CoinDetails(now: now, ask: Self.first(of: providers, \.details))
        icons = CoinIcons(now: now, ask: Self.first(of: providers, \.icons))
        pastRates = PastRates(now: now, ask: Self.history(of: providers))
        let ratePollers = providers.compactMap { provider, access in
            provider.rates.map {
                RatePoller(
                    source: provider.name,
                    interval: $0.interval,
                    ask: $0.source(access),
                    hub: rates,
                    clock: clock,
                    now: now,
                    logger: logger
                )
            }
        }
        let hubs: [any Service] = [
            HubService(hub: weeks), HubService(hub: candles), MarketClockService(hub: hub, clock: clock),
        ]
        let marketPollers = providers.flatMap { provider, access -> [any Service] in
            if provider.lacksKey(access.key) { return [KeylessProvider(provider: provider, hub: hub, now: now)] }
            return pollers.all(of: provider, access)
        }
        services = hubs + marketPollers + ratePollers
        (self.hub, self.candles, self.weeks, self.rates) = (hub, candles, weeks, rates)
    }

    /// Who answers connections' requests, while these parts run.
    var ports: MarketPorts {
        MarketPorts(
            candles: candles.mailbox,
            weeks: weeks.mailbox,
            detail: details.detail,
            icon: icons.icon,
            dayRates: pastRates.rates
        )
    }

    /// The capability of the first provider that has it.
    private static func first<Value>(
        of providers: [(Provider, ProviderAccess)],
        _ capability: KeyPath<Provider, (@Sendable (ProviderAccess) -> CoinSource<Value>)?>
    ) -> CoinSource<Value> {
        for (provider, access) in providers { if let make = provider[keyPath: capability] { return make(access) } }
        preconditionFailure("one of the server's providers must have it: see Provider.all")
    }

    /// The history of the first provider that has exchange rates.
    private static func history(of providers: [(Provider, ProviderAccess)]) -> RateHistorySource {
        for (provider, access) in providers { if let rates = provider.rates { return rates.history(access) } }
        preconditionFailure("one of the server's providers must have rates: see Provider.all")
    }
}

extension ServerConfiguration.Market {
    /// The providers, each with what its requests need.
    fileprivate func access(by router: Router) -> [(Provider, ProviderAccess)] {
        providers.map { ($0, ProviderAccess(router: router, key: keys[$0.name])) }
    }

    /// Where candles come from, in the order in which they are suggested.
    func candleSources(by router: Router) -> [(KlineSource, any CandleSource)] {
        access(by: router).compactMap { provider, access in
            guard let make = provider.candles, let source = provider.klineSource else { return nil }
            return (source, make(access))
        }
    }
}

/// Reports to the market hub that time passes, until the server stops.
private struct MarketClockService: Service {
    let hub: MarketHub
    let clock: any Clock<Duration>

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                // A cancelled sleep ends the loop by its condition.
                try? await clock.sleep(for: .seconds(1))
                if !Task.isCancelled { await hub.secondPassed() }
            }
        }
    }
}
