internal import NIOCore
internal import Shared

/// Owns the market: takes what the providers say, and hands out ticks.
actor MarketHub {
    nonisolated let epoch: MarketEpoch
    private let shards: [ShardPort]
    private let now: @Sendable () -> MarketTime
    private let candles: Mailbox<CandleHub.Event>
    private var book: MarketBook
    private var directory = CoinDirectory()
    /// Those that have not answered yet since the start.
    private var silentSources = Set(MarketSource.Kind.allCases)
    private let counters: MarketCounters
    private var hasStarted = false
    private var startWaiters: [Int: CheckedContinuation<Void, Never>] = [:]
    private var startWaiterCount = 0

    init(
        epoch: MarketEpoch,
        book: MarketBook = MarketBook(),
        shards: [ShardPort],
        candles: Mailbox<CandleHub.Event>,
        counters: MarketCounters,
        now: @escaping @Sendable () -> MarketTime
    ) {
        (self.epoch, self.book) = (epoch, book)
        self.shards = shards
        self.candles = candles
        self.counters = counters
        self.now = now
    }

    func arrived(_ listing: CoinListing, provider: String) {
        publish(book.arrived(listing, provider, now: now()))
        sourceAnswered(.listing)
        directory.listing = listing
        directoryChanged()
    }

    func arrived(_ board: TickerBoard, provider: String) {
        let isFirst = directory.board == nil
        directory.board = board
        // The first prices say whose the pairs are, before they are anybody's.
        if isFirst { directoryChanged() }
        publish(book.arrived(board, provider, now: now()))
        sourceAnswered(.tickers)
    }

    /// - Parameter pairs: nil if they are what they were.
    func arrived(_ pairs: PairList?, provider: String) {
        publish(book.answered(.pairs, provider, now: now()))
        sourceAnswered(.pairs)
        directory.lacking[.huobi] = nil
        directory.pairs = pairs ?? directory.pairs
        directoryChanged()
    }

    /// - Parameter coins: nil if they are what they were.
    func arrived(_ coins: CryptoCompareCoins?, provider: String) {
        publish(book.answered(.coinList, provider, now: now()))
        sourceAnswered(.coinList)
        directory.lacking[.cryptoCompare] = nil
        directory.coins = coins ?? directory.coins
        directoryChanged()
    }

    /// A source's last request came to nothing.
    func failed(_ kind: MarketSource.Kind, _ error: ProviderError, retryAt: MarketTime) {
        publish(book.failed(kind, error, retryAt: retryAt, now: now()))
        sourceAnswered(kind)
        if directory.failed(kind, error) { directoryChanged() }
    }

    private func directoryChanged() {
        guard let pairs = directory.book() else { return }
        book.assign(pairs)
        candles.post(.pairsChanged(pairs, lacking: directory.lacking))
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
    var coinCount: Int { book.table.count }
    var sourceStates: [MarketSource] { book.sourceStates }
    /// What every replica must come to.
    var state: MarketTable { book.table }

    private func publish(_ diff: MarketDiff?) {
        guard let diff else { return }
        let tick = MarketTick(diff)
        counters.ticked(tick)
        for shard in shards { shard.deliver(tick) }
        candles.post(.ticked(diff))
    }

    /// With data or with an error.
    private func sourceAnswered(_ kind: MarketSource.Kind) {
        silentSources.remove(kind)
        guard !hasStarted, silentSources.isEmpty else { return }
        hasStarted = true
        for waiter in startWaiters.values { waiter.resume() }
        startWaiters = [:]
    }
}
