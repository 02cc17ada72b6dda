internal import Logging
internal import Shared
internal import Synchronization

/// Makes the poller of each source.
struct MarketPollers {
    private let configuration: ServerConfiguration.Market
    private let hub: MarketHub
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> MarketTime
    private let logger: Logger

    /// Everything that is asked, exchanges in the order of preference.
    static let sources = [
        MarketSource.Name(.listing, of: Provider.coinMarketCap.name),
        MarketSource.Name(.tickers, of: Provider.huobi.name),
        MarketSource.Name(.symbols, of: Provider.huobi.name),
        MarketSource.Name(.symbols, of: Provider.cryptoCompare.name),
    ]

    init(
        _ configuration: ServerConfiguration.Market,
        hub: MarketHub,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime,
        logger: Logger
    ) {
        (self.configuration, self.hub, self.clock, self.now, self.logger) = (configuration, hub, clock, now, logger)
    }

    /// Names, ranks, supplies: with as many requests as pages hold the coins.
    func listing(of client: CoinMarketCapClient) -> MarketPoller {
        let count = configuration.coins
        return poller(.listing, every: configuration.listingInterval) {
            [hub] () throws(ProviderError) in
            await hub.arrived(try await client.wholeListing(limit: count), provider: Provider.coinMarketCap.name)
            return nil
        }
    }

    /// Live prices.
    func tickers(of client: HuobiClient) -> MarketPoller {
        poller(.tickers, every: configuration.tickerInterval) {
            [hub] () throws(ProviderError) in
            await hub.arrived(try await client.tickers(), provider: Provider.huobi.name)
            return nil
        }
    }

    /// Which pairs there are: new ones open a few times a week. Those that are suspended for a moment are looked for sooner.
    func pairs(of client: HuobiClient) -> MarketPoller {
        let known = LastValidator()
        let watch = Watched(PairWatch())
        return poller(.symbols, every: PairWatch.usualInterval) { [hub, now] () throws(ProviderError) in
            let pairs = known.note(try await client.pairs(since: known.value))
            await hub.arrived(pairs, provider: Provider.huobi.name)
            return watch.value.withLock { $0.interval(after: pairs, at: now()) }
        }
    }

    /// What the second source of candles calls the coins.
    func coins(of client: CryptoCompareClient) -> MarketPoller {
        let known = LastValidator()
        return poller(.symbols, every: .seconds(86_400)) { [hub] () throws(ProviderError) in
            let coins = known.note(try await client.coins(since: known.value))
            await hub.arrived(coins, provider: Provider.cryptoCompare.name)
            return nil
        }
    }

    private func poller(
        _ kind: MarketSource.Kind,
        every interval: Duration,
        poll: @escaping @Sendable () async throws(ProviderError) -> Duration?
    ) -> MarketPoller {
        MarketPoller(
            kind: kind,
            interval: interval,
            clock: clock,
            now: now,
            hub: hub,
            logger: logger,
            poll: poll
        )
    }
}

extension CoinMarketCapClient {
    /// What one request may ask for.
    fileprivate static let pageMax = 5_000

    @concurrent
    func wholeListing(limit: Int) async throws(ProviderError) -> CoinListing {
        var whole = try await listing(limit: min(limit, Self.pageMax))
        var start = Self.pageMax + 1
        var rowCount = whole.rowCount
        while start <= limit, rowCount >= start - 1 {
            let page = try await listing(start: start, limit: min(limit - start + 1, Self.pageMax))
            rowCount += page.rowCount
            whole = CoinListing(
                time: whole.time,
                coins: whole.coins + page.coins,
                badRows: whole.badRows + page.badRows,
                firstBadRow: whole.firstBadRow ?? page.firstBadRow
            )
            start += Self.pageMax
        }
        return whole
    }
}

/// A value that one poll leaves to the next.
private final class Watched<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }
}

/// What the last answer said about its version, kept between two polls.
private final class LastValidator: Sendable {
    private let held = Mutex<Validator?>(nil)

    var value: Validator? { held.withLock { $0 } }

    /// - Returns: what has changed.
    func note<Value: Sendable>(_ revision: Revision<Value>) -> Value? {
        guard case .changed(let value, let validator) = revision else { return nil }
        held.withLock { $0 = validator }
        return value
    }
}
