internal import NIOCore
internal import Shared

/// Owns the market: takes what the providers say, and hands out ticks.
actor MarketHub {
    /// How often a diff says the hash of the whole table, so that a replica can check itself.
    static let hashInterval = Duration.seconds(30)
    nonisolated let epoch: MarketEpoch
    private let shards: [ShardPort]
    private let now: @Sendable () -> MarketTime
    private let candles: Mailbox<CandleHub.Event>
    private var feed = MarketFeed()
    private var directory = CoinDirectory()
    private var table = MarketTable()
    private var sources: [MarketSource.Kind: MarketSource] = [:]
    private var lastHash: MarketTime?
    private let counters: MarketCounters
    private var hasStarted = false
    private var startWaiters: [Int: CheckedContinuation<Void, Never>] = [:]
    private var startWaiterCount = 0

    init(
        epoch: MarketEpoch,
        shards: [ShardPort],
        candles: Mailbox<CandleHub.Event>,
        counters: MarketCounters,
        now: @escaping @Sendable () -> MarketTime
    ) {
        self.epoch = epoch
        self.shards = shards
        self.candles = candles
        self.counters = counters
        self.now = now
    }

    func arrived(_ listing: CoinListing, provider: String) {
        var changes = feed.merge(listing)
        directory.listing = listing
        note(.live(.listing, provider, at: listing.time), in: &changes)
        publish(changes)
        directoryChanged()
    }

    func arrived(_ board: TickerBoard, provider: String) {
        let isFirst = directory.board == nil
        directory.board = board
        // The first prices say whose the pairs are, before they are anybody's.
        if isFirst { directoryChanged() }
        var changes = feed.merge(board)
        note(.live(.tickers, provider, at: board.time), in: &changes)
        publish(changes)
    }

    /// - Parameter pairs: nil if they are what they were.
    func arrived(_ pairs: PairList?, provider: String) {
        var changes = MarketChanges()
        note(.live(.pairs, provider, at: now()), in: &changes)
        publish(changes)
        directory.lacking[.huobi] = nil
        directory.pairs = pairs ?? directory.pairs
        directoryChanged()
    }

    /// - Parameter coins: nil if they are what they were.
    func arrived(_ coins: CryptoCompareCoins?, provider: String) {
        var changes = MarketChanges()
        note(.live(.coinList, provider, at: now()), in: &changes)
        publish(changes)
        directory.lacking[.cryptoCompare] = nil
        directory.coins = coins ?? directory.coins
        directoryChanged()
    }

    /// A source's last request came to nothing: what it gave before stays, and its age is told with the cause.
    func failed(_ kind: MarketSource.Kind, _ error: ProviderError, retryAt: MarketTime) {
        var changes = MarketChanges()
        note(.failed(kind, error, lastEvent: sources[kind]?.lastEvent, retryAt: retryAt), in: &changes)
        publish(changes)
        if directory.failed(kind, error) { directoryChanged() }
    }

    private func directoryChanged() {
        guard let book = directory.book() else { return }
        feed.merge(book)
        candles.post(.pairsChanged(book, lacking: directory.lacking))
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
        candles.post(.ticked(diff))
    }

    private func noteStart() {
        guard !hasStarted, sources.count == MarketSource.Kind.allCases.count else { return }
        hasStarted = true
        for waiter in startWaiters.values { waiter.resume() }
        startWaiters = [:]
    }

    /// Told when something but the age has changed, or the age by a second: quotes of a second need no finer time.
    private func note(_ news: SourceNews, in changes: inout MarketChanges) {
        let source = news.source(after: sources[news.kind], now: now())
        guard let source else { return }
        sources[news.kind] = source
        changes.sources = [source]
    }
}
