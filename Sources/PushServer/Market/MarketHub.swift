internal import Logging
internal import NIOCore
internal import Shared

/// Owns the market: takes what the providers say, and hands out ticks.
actor MarketHub {
    nonisolated let epoch: MarketEpoch
    private let shards: [ShardPort]
    private let now: @Sendable () -> MarketTime
    private let candles: Mailbox<CandleHub.Event>
    private let weeks: Mailbox<WeekHub.Event>
    private let alerts: Mailbox<AlertHub.Event>
    private var rules: MarketHubRules
    private var directory: CoinDirectory
    /// When coins and pairs were last matched, while some pair has no coin because of its price.
    private var contested: MarketTime?
    /// The price of a pair may turn out to be a coin's after all, and is looked at again after this time.
    private static let contestedInterval = Duration.seconds(10)
    /// Those that have not answered yet since the start.
    private var silentSources: Set<MarketSource.Name>
    private let counters: MarketCounters
    private let logger: Logger
    private var start = StartWaiters()

    init(
        epoch: MarketEpoch,
        rules: MarketHubRules = MarketHubRules(),
        shards: [ShardPort],
        candles: Mailbox<CandleHub.Event>,
        weeks: Mailbox<WeekHub.Event>,
        alerts: Mailbox<AlertHub.Event>,
        counters: MarketCounters,
        logger: Logger = Logger(label: "market"),
        now: @escaping @Sendable () -> MarketTime
    ) {
        (self.epoch, self.rules) = (epoch, rules)
        directory = CoinDirectory(continuing: rules.table)
        self.shards = shards
        (self.candles, self.weeks, self.alerts) = (candles, weeks, alerts)
        self.counters = counters
        self.logger = logger
        self.now = now
        silentSources = Set(rules.sourceStates.map(\.name))
    }

    // MARK: News

    func arrived(_ listing: CoinListing, provider: String) {
        let (now, name) = (now(), MarketSource.Name(.listing, of: provider))
        if rules.isNews(listing.stamp, listing.coins, from: name, now: now) {
            let listing = rules.dated(listing, provider, now: now)
            publish(rules.arrived(listing, provider, now: now))
            directory.take(listing, at: now) { rules.isDelisted($0) }
            match(now: now)
        } else {
            publish(rules.repeated(name, now: now))
        }
        answered(name)
    }

    func arrived(_ board: TickerBoard, provider: String) {
        let (now, name) = (now(), MarketSource.Name(.tickers, of: provider))
        if rules.isNews(board.time, board.tickers, from: name, now: now) {
            take(board, of: provider, now: now)
        } else {
            publish(rules.repeated(name, now: now))
        }
        answered(name)
    }

    private func take(_ board: TickerBoard, of provider: String, now: MarketTime) {
        directory.take(board, of: provider, at: now)
        // A pair's first price says whose it is, before it is anybody's.
        let isContested = contested.map { !now.isNear($0, within: Self.contestedInterval) } ?? false
        if rules.meetsPairs(of: board, provider, now: now) || isContested { match(now: now) }
        publish(rules.arrived(board, provider, now: now))
        for moves in rules.takeMoves() { candles.post(.moved(moves)) }
        if rules.needsMatching() { match(now: now) }
    }

    /// - Parameter list: what the provider calls the coins; nil if it is what it was.
    func arrived(_ list: (any SymbolList)?, provider: String) {
        directory.take(list, of: provider)
        let (now, name) = (now(), MarketSource.Name(.symbols, of: provider))
        publish(rules.answered(name, now: now))
        match(now: now)
        answered(name)
    }

    /// A source's last request came to nothing.
    func failed(_ kind: MarketSource.Kind, _ error: ProviderError, retryAt: MarketTime) {
        let now = now()
        publish(rules.failed(kind, error, retryAt: retryAt, now: now))
        if directory.failed(kind, error) { match(now: now) }
        answered(MarketSource.Name(kind, of: error.provider))
    }

    /// To be called each second: prices get old by time alone.
    func secondPassed() {
        publish(rules.timePassed(to: now()))
        start.secondPassed(hasCoins: rules.table.count > 0)
    }

    /// Says anew who is who at the providers.
    private func match(now: MarketTime) {
        let pairs = directory.symbols(
            proved: { rules.provedPairs(of: $0) },
            judgingAge: rules.judgingAge,
            now: now
        )
        guard let pairs else { return }
        contested = pairs.isContested ? now : nil
        for exchange in rules.exchanges { publish(rules.assign(pairs, of: exchange, now: now)) }
        candles.post(.pairsChanged(pairs, lacking: directory.lacking))
        weeks.post(.pairsChanged(pairs))
    }

    // MARK: Start

    /// Returns once every source has answered or failed for the first time, or the calling task is cancelled.
    /// - Parameter patience: how long a source that says nothing is waited for; nil: for ever.
    func waitUntilStarted(patience: StartWaiters.Patience? = nil) async {
        let number = start.nextNumber()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume()
                } else {
                    start.add(continuation, number, patience, hasCoins: rules.table.count > 0)
                }
            }
        } onCancel: {
            // Unstructured: the handler is synchronous. The hop finds the waiter, or nothing.
            Task { await self.stopWaiting(number) }
        }
    }

    private func stopWaiting(_ number: Int) { start.remove(number) }

    /// Whether somebody waits for the start.
    var isAwaited: Bool { !start.isEmpty }

    /// With data or with an error.
    private func answered(_ name: MarketSource.Name) {
        for line in rules.takeRemarks() { logger.warning("\(line)") }
        silentSources.remove(name)
        if silentSources.isEmpty { start.allAnswered() }
    }

    // MARK: Outputs

    /// The number of coins, for the readiness check.
    var coinCount: Int { rules.table.count }
    var sourceStates: [MarketSource] { rules.sourceStates }
    /// What every replica must come to.
    var state: MarketTable { rules.table }
    var remarks: MarketRemarks { rules.remarks }
    var clockOffsets: [(source: MarketSource, offset: Duration)] { rules.clockOffsets }

    private func publish(_ diff: MarketDiff?) {
        let poll = rules.takePoll()
        if diff != nil || poll != nil { alerts.post(.ticked(diff, poll)) }
        guard let diff else { return }
        let tick = MarketTick(diff)
        counters.ticked(tick)
        for shard in shards { shard.run { $0.deliver(tick) } }
        candles.post(.ticked(diff))
        weeks.post(.ticked(diff))
    }
}

/// Who waits for the market to start.
struct StartWaiters {
    /// How long sources that say nothing are waited for: with coins to show, and without.
    struct Patience {
        var seconds: Int
        var secondsWithoutCoins: Int
    }

    private var isOver = false
    private var seconds = 0
    private var lastNumber = 0
    private var waiters: [Int: (continuation: CheckedContinuation<Void, Never>, patience: Patience?)] = [:]

    init() {}

    var isEmpty: Bool { waiters.isEmpty }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func add(
        _ continuation: CheckedContinuation<Void, Never>,
        _ number: Int,
        _ patience: Patience?,
        hasCoins: Bool
    ) {
        waiters[number] = (continuation, patience)
        if isOver || isOver(for: patience, hasCoins: hasCoins) { remove(number) }
    }

    mutating func remove(_ number: Int) { waiters.removeValue(forKey: number)?.continuation.resume() }

    mutating func allAnswered() {
        isOver = true
        for number in waiters.keys { remove(number) }
    }

    mutating func secondPassed(hasCoins: Bool) {
        if isOver { return }
        seconds += 1
        for (number, waiter) in waiters where isOver(for: waiter.patience, hasCoins: hasCoins) { remove(number) }
    }

    private func isOver(for patience: Patience?, hasCoins: Bool) -> Bool {
        patience.map { seconds >= (hasCoins ? $0.seconds : $0.secondsWithoutCoins) } ?? false
    }
}
