internal import Logging
internal import ServiceLifecycle
internal import Shared

/// Everything that comes from providers: the market, candles, details, icons, and what asks for them.
struct MarketParts {
    let hub: MarketHub
    let candles: CandleHub
    let details: CoinDetails
    let icons: CoinIcons
    let counters = MarketCounters()
    let candleCounters = CandleCounters()
    let services: [any Service]

    init(
        _ configuration: ServerConfiguration.Market,
        router: Router,
        shards: [ShardPort],
        epoch: MarketEpoch,
        book: MarketBook,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime,
        logger: Logger
    ) {
        let listings = CoinMarketCapClient(router: router, key: configuration.coinMarketCapKey)
        let exchange = HuobiClient(router: router)
        let archive = CryptoCompareClient(router: router, key: configuration.cryptoCompareKey)
        let candles = CandleHub(
            sources: [.huobi: exchange, .cryptoCompare: archive],
            market: book.table,
            clock: clock,
            now: now,
            counters: candleCounters,
            logger: logger
        )
        let hub = MarketHub(
            epoch: epoch,
            book: book,
            shards: shards,
            candles: candles.mailbox,
            counters: counters,
            logger: logger,
            now: now
        )
        let pollers = MarketPollers(configuration, hub: hub, clock: clock, now: now, logger: logger)
        details = CoinDetails(now: now) { coin throws(ProviderError) in try await listings.detail(of: coin) }
        icons = CoinIcons(now: now) { coin throws(ProviderError) in try await listings.icon(of: coin) }
        services =
            [
                CandleService(hub: candles), MarketTimer(hub: hub, clock: clock), pollers.listing(of: listings),
                pollers.tickers(of: exchange),
            ]
            + [pollers.pairs(of: exchange), pollers.coins(of: archive)]
        (self.hub, self.candles) = (hub, candles)
    }
}

/// Runs the candle hub until the server stops.
private struct CandleService: Service {
    let hub: CandleHub

    func run() async throws {
        await withGracefulShutdownHandler {
            await hub.run()
        } onGracefulShutdown: {
            hub.mailbox.close()
        }
    }
}

/// Tells the market hub that time passes, until the server stops.
private struct MarketTimer: Service {
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
