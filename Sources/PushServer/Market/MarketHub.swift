internal import NIOCore
internal import Shared

/// Owns the market: takes what the providers say, and hands out ticks.
actor MarketHub {
    /// How often a diff says the hash of the whole table, so that a replica can check itself.
    static let hashInterval = Duration.seconds(30)
    /// The age of a source is told to the second: quotes of a second need no finer time.
    private static let sourceInterval = Duration.seconds(1)

    nonisolated let epoch: MarketEpoch
    private let shards: [ShardPort]
    private let now: @Sendable () -> MarketTime
    private var feed = MarketFeed()
    private var table = MarketTable()
    private var sources: [MarketSource.Kind: MarketSource] = [:]
    private var lastHash: MarketTime?
    private let counters: MarketCounters
    private var hasStarted = false
    private var startWaiters: [Int: CheckedContinuation<Void, Never>] = [:]
    private var startWaiterCount = 0
    /// A provider's own words may be long, and go to every terminal.
    private static let causeBytesMax = 300

    init(
        epoch: MarketEpoch,
        shards: [ShardPort],
        counters: MarketCounters,
        now: @escaping @Sendable () -> MarketTime
    ) {
        self.epoch = epoch
        self.shards = shards
        self.counters = counters
        self.now = now
    }

    func arrived(_ listing: CoinListing, provider: String) {
        var changes = feed.merge(listing)
        note(.live, of: .listing, provider: provider, lastEvent: listing.time, cause: "", in: &changes)
        publish(changes)
    }

    func arrived(_ board: TickerBoard, provider: String) {
        var changes = feed.merge(board)
        note(.live, of: .tickers, provider: provider, lastEvent: board.time, cause: "", in: &changes)
        publish(changes)
    }

    /// A source's last request came to nothing: its prices stay, and their age is told with the cause.
    func failed(_ kind: MarketSource.Kind, provider: String, state: MarketSource.State, cause: String) {
        var changes = MarketChanges()
        note(state, of: kind, provider: provider, lastEvent: sources[kind]?.lastEvent, cause: cause, in: &changes)
        publish(changes)
    }

    /// Returns once every source has answered or failed for the first time, or the calling task is cancelled.
    func waitUntilStarted() async {
        startWaiterCount += 1
        let number = startWaiterCount
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if hasStarted || Task.isCancelled { continuation.resume() } else { startWaiters[number] = continuation }
            }
        } onCancel: {
            // Unstructured: the handler is synchronous. The hop finds the waiter, or nothing.
            Task { await self.stopWaiting(number) }
        }
    }

    private func stopWaiting(_ number: Int) { startWaiters.removeValue(forKey: number)?.resume() }

    /// The number of coins, for the readiness check.
    var coinCount: Int { table.count }
    var sourceStates: [MarketSource] { MarketSource.Kind.allCases.compactMap { sources[$0] } }
    /// For tests: what every replica must come to.
    var state: MarketTable { table }

    private func publish(_ changes: MarketChanges) {
        defer { noteStart() }
        let time = now()
        let isHashDue = lastHash.map { time.elapsed(since: $0) >= Self.hashInterval } ?? true
        guard let diff = table.commit(changes, time: time, withHash: isHashDue) else { return }
        if isHashDue { lastHash = time }
        let tick = MarketTick(diff)
        counters.ticked(tick)
        for shard in shards { shard.deliver(tick) }
    }

    private func noteStart() {
        guard !hasStarted, sources.count == MarketSource.Kind.allCases.count else { return }
        hasStarted = true
        for waiter in startWaiters.values { waiter.resume() }
        startWaiters = [:]
    }

    private func note(
        _ state: MarketSource.State,
        of kind: MarketSource.Kind,
        provider: String,
        lastEvent: MarketTime?,
        cause: String,
        in changes: inout MarketChanges
    ) {
        let known = sources[kind]
        let isSame = known?.state == state && known?.cause == cause.prefix(bytes: Self.causeBytesMax)
        if isSame, let lastEvent, let told = known?.lastEvent, lastEvent.elapsed(since: told) < Self.sourceInterval {
            return
        }
        let source = MarketSource(
            kind: kind,
            provider: provider,
            state: state,
            since: known?.state == state ? known?.since ?? now() : now(),
            lastEvent: lastEvent,
            cause: cause.prefix(bytes: Self.causeBytesMax)
        )
        sources[kind] = source
        changes.sources = [source]
    }
}
