internal import Logging
internal import NIOCore
internal import PlatformKit
internal import Shared

/// Owns the market: takes the providers' answers, and publishes ticks.
actor MarketHub {
    nonisolated let epoch: MarketEpoch
    private let outlet: MarketOutlet
    private let now: @Sendable () -> MarketTime
    private let candles: Mailbox<CandleHub.Event>
    private let weeks: Mailbox<WeekHub.Event>
    private let alerts: Mailbox<AlertHub.Event>
    private var rules: MarketHubRules
    private var directory: CoinDirectory
    private let symbols: @Sendable (CoinMatching) async -> SymbolMap
    private var isMatching = false
    /// Those who have news for the next matching, because one is running.
    private(set) var waitingToMatch: [CheckedContinuation<Void, Never>] = []
    /// The sources that have not answered yet since the start.
    private var silentSources: Set<MarketSource.Name>
    private let logger: Logger
    private var start = StartWaiters()

    /// - Parameter symbols: matches coins and pairs, beside the hub, because with thousands of coins that takes longer than a tick may
    ///   wait.
    init(
        epoch: MarketEpoch,
        rules: MarketHubRules,
        outlet: MarketOutlet,
        candles: Mailbox<CandleHub.Event>,
        weeks: Mailbox<WeekHub.Event>,
        alerts: Mailbox<AlertHub.Event>,
        logger: Logger,
        symbols: @escaping @Sendable (CoinMatching) async -> SymbolMap = { matching in
            await DetachedThread.run(priority: .background) { matching.symbols }
        },
        now: @escaping @Sendable () -> MarketTime
    ) {
        (self.epoch, self.rules) = (epoch, rules)
        directory = CoinDirectory(continuing: rules.table)
        self.outlet = outlet
        (self.candles, self.weeks, self.alerts) = (candles, weeks, alerts)
        self.logger = logger
        self.symbols = symbols
        self.now = now
        silentSources = Set(rules.sourceStates.map(\.name))
    }

    // MARK: News

    func arrived(_ listing: CoinListing, provider: String) async {
        let (now, name) = (now(), MarketSource.Name(.listing, of: provider))
        if rules.isNews(listing.stamp, listing.contentHash, from: name, now: now) {
            let listing = rules.dated(listing, provider, now: now)
            await merge(listing, provider)
            directory.take(listing, at: now) { rules.isDelisted($0) }
            await Task.yield()
            await match()
        } else {
            publish(rules.repeated(name, now: now))
        }
        answered(name)
    }

    /// Takes a listing in several ticks, and lets prices pass after each of them.
    private func merge(_ listing: CoinListing, _ provider: String) async {
        var merge = rules.begin(listing, provider, now: now())
        while true {
            publish(rules.proceed(&merge, provider, now: now()))
            await Task.yield()
            if merge.isOver { return }
        }
    }

    func arrived(_ board: TickerBoard, provider: String) async {
        let (now, name) = (now(), MarketSource.Name(.tickers, of: provider))
        if rules.isNews(board.time, board.tickers, from: name, now: now) {
            await take(board, of: provider)
        } else {
            publish(rules.repeated(name, now: now))
        }
        answered(name)
    }

    private func take(_ board: TickerBoard, of provider: String) async {
        directory.take(board, of: provider, at: now())
        // A pair's first price helps to match the pair, before a coin has it.
        if rules.meetsPairs(of: board, provider, now: now()) { await match() }
        let now = now()
        publish(rules.arrived(board, provider, now: now))
        for moves in rules.takeMoves() { candles.post(.moved(moves)) }
        if rules.needsMatching(at: now) { await match() }
    }

    /// - Parameter list: the provider's symbols of the coins; nil if they have not changed.
    func arrived(_ list: (any SymbolList)?, provider: String) async {
        directory.take(list, of: provider)
        let name = MarketSource.Name(.symbols, of: provider)
        publish(rules.answered(name, now: now()))
        await match()
        answered(name)
    }

    /// A source is requested at this interval from now on.
    func paced(_ name: MarketSource.Name, every interval: Duration) {
        publish(rules.paced(name, every: interval, now: now()))
    }

    /// A source's last request has failed.
    func failed(_ kind: MarketSource.Kind, _ error: ProviderError, retryAt: MarketTime) async {
        publish(rules.failed(kind, error, retryAt: retryAt, now: now()))
        if directory.failed(kind, error) { await match() }
        answered(MarketSource.Name(kind, of: error.provider))
    }

    /// Call this each second, because prices age without any answer.
    func secondPassed() {
        publish(rules.timePassed(to: now()))
        start.secondPassed(hasCoins: rules.table.count > 0)
    }

    /// Matches the listed coins with the providers' symbols again, and returns once all pairs follow from what is known now. One matching
    /// runs at a time, so none can replace the pairs of another that knew more. Ticks go on meanwhile.
    private func match() async {
        if isMatching { return await withCheckedContinuation { waitingToMatch.append($0) } }
        isMatching = true
        await assignPairs()
        while !waitingToMatch.isEmpty {
            let waiting = waitingToMatch
            waitingToMatch = []
            await assignPairs()
            for one in waiting { one.resume() }
        }
        isMatching = false
    }

    private func assignPairs() async {
        let matching = directory.matching(
            proved: { rules.provedPairs(of: $0) },
            judgingAge: rules.judgingAge,
            now: now()
        )
        guard let matching else { return }
        rules.matchingBegan()
        let pairs = await symbols(matching)
        rules.matched(pairs, at: now())
        for exchange in rules.exchanges {
            publish(rules.assign(pairs, of: exchange, now: now()))
            await Task.yield()
        }
        candles.post(.pairsChanged(pairs, lacking: directory.lacking))
        weeks.post(.pairsChanged(pairs))
        alerts.post(.pairsChanged(pairs))
    }

    // MARK: Start

    /// Returns once every source has answered or failed for the first time, or the calling task is cancelled.
    /// - Parameter patience: how long to wait for sources that do not answer; nil: without a limit.
    func waitUntilStarted(patience: StartWaiters.Patience?) async {
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
            // Unstructured, because the handler is synchronous. Nothing cancels the task. It waits only for its turn here,
            // and does nothing if the waiter is gone.
            Task { await self.stopWaiting(number) }
        }
    }

    private func stopWaiting(_ number: Int) { start.remove(number) }

    /// Whether somebody waits for the start.
    var isAwaited: Bool { !start.isEmpty }

    /// A source has answered, with data or with an error.
    private func answered(_ name: MarketSource.Name) {
        for line in rules.takeRemarks() { logger.warning("\(line)") }
        silentSources.remove(name)
        if silentSources.isEmpty { start.allAnswered() }
    }

    // MARK: Outputs

    /// The number of coins, for the readiness check.
    var coinCount: Int { rules.table.count }
    var sourceStates: [MarketSource] { rules.sourceStates }
    /// The state that every replica must reach.
    var state: MarketTable { rules.table }
    var remarks: MarketRemarks { rules.remarks }
    var clockOffsets: [(source: MarketSource, offset: Duration)] { rules.clockOffsets }

    private func publish(_ diff: MarketDiff?) {
        let poll = rules.takePoll()
        if diff != nil || poll != nil { alerts.post(.ticked(diff, poll)) }
        guard let diff else { return }
        let tick = MarketTick(diff)
        outlet.deliver(tick)
        candles.post(.ticked(diff))
        weeks.post(.ticked(diff))
    }
}

/// The waiters for the start of the market.
struct StartWaiters {
    /// How long to wait for sources that do not answer, with and without coins to show.
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
