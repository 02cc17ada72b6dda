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

    init(
        _ configuration: ServerConfiguration.Market,
        hub: MarketHub,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime,
        logger: Logger
    ) {
        (self.configuration, self.hub, self.clock, self.now, self.logger) = (configuration, hub, clock, now, logger)
    }

    /// One poller for each kind of market data that the provider has.
    func all(of provider: Provider, _ access: ProviderAccess) -> [MarketPoller] {
        let name = provider.name
        return [
            provider.listing.map { listing(of: name, $0, access) },
            provider.tickers.map { tickers(of: name, $0, by: access.router) },
            provider.symbols.map { symbols(of: name, $0(access)) },
        ].compactMap(\.self)
    }

    /// Names, ranks, supplies.
    private func listing(
        of provider: String,
        _ listing: Provider.Listing,
        _ access: ProviderAccess
    ) -> MarketPoller {
        let (count, source) = (configuration.coins, listing.source(access))
        let plan = configuration.readsPlan ? listing.plan?(access) : nil
        let pace = Watched(
            ListingPace(
                interval: configuration.listingInterval,
                intervalMin: listing.intervalMin,
                credits: listing.credits(count)
            )
        )
        return poller(.listing, every: configuration.listingInterval) { [self] () throws(ProviderError) in
            if let plan, pace.value.withLock({ $0.isPlanDue(at: now()) }) { await follow(plan, pace, of: provider) }
            let interval = pace.value.withLock(\.interval)
            await hub.paced(MarketSource.Name(.listing, of: provider), every: interval)
            await hub.arrived(try await source(count), provider: provider)
            return interval
        }
    }

    /// Requests the listing as often as the plan of its key allows. If the plan cannot be read, the interval stays.
    private func follow(_ source: CreditPlanSource, _ pace: Watched<ListingPace>, of provider: String) async {
        do throws(ProviderError) {
            let plan = try await source()
            guard pace.value.withLock({ $0.take(plan, at: now()) }) else { return }
            logger.info(
                "listing paced by the plan of its key",
                metadata: [
                    "provider": "\(provider)",
                    "interval_s": "\(pace.value.withLock { $0.interval.components.seconds })",
                    "credits_left_this_month": "\(plan.month?.left.map(String.init) ?? "unknown")",
                    "credits_per_month": "\(plan.month.map { String($0.limit) } ?? "unlimited")",
                ]
            )
        } catch {
            logger.warning("plan of the listing's key not read", metadata: ["error": "\(error)"])
        }
    }

    /// Live prices.
    private func tickers(of provider: String, _ tickers: Provider.Tickers, by router: Router) -> MarketPoller {
        let interval = max(configuration.tickerInterval, tickers.intervalMin)
        return poller(.tickers, every: interval) { [hub] () throws(ProviderError) in
            await hub.arrived(try await router.board(of: tickers), provider: provider)
            return nil
        }
    }

    /// The provider's symbols of the coins. The interval is shorter while pairs are missing or most are suspended.
    private func symbols(of provider: String, _ source: SymbolSource) -> MarketPoller {
        let known = LastValidator()
        let watch = Watched(PairWatch(usual: source.interval))
        return poller(.symbols, every: source.interval) { [hub, now] () throws(ProviderError) in
            let list = known.note(try await source.list(known.value))
            await hub.arrived(list, provider: provider)
            return watch.value.withLock { $0.interval(after: list, at: now()) }
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

/// A value that one poll leaves to the next.
private final class Watched<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }
}

/// The validator of the last answer, kept for the next poll.
private final class LastValidator: Sendable {
    private let held = Mutex<Validator?>(nil)

    var value: Validator? { held.withLock { $0 } }

    /// - Returns: the value; nil if it has not changed.
    func note<Value: Sendable>(_ revision: Revision<Value>) -> Value? {
        guard case .changed(let value, let validator) = revision else { return nil }
        held.withLock { $0 = validator }
        return value
    }
}
