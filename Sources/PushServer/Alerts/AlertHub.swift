internal import Logging
internal import PlatformKit
internal import Shared
internal import Synchronization

/// Owns what the server knows about all users' alerts. It follows the market, finds out which alerts are armed and
/// which fire, and asks the user hub to store that and to tell the terminals.
actor AlertHub: MailboxHub {
    /// A report of the market, the user hub, a fetch or the clock.
    enum Event: Sendable {
        /// - Parameters:
        ///   - diff: what has changed in the market; nil if nothing has.
        ///   - poll: the answer that caused the diff, if there is one.
        case ticked(MarketDiff?, MarketPoll?)
        case pairsChanged(SymbolMap)
        case ratesChanged(ExchangeRates)
        case fetched(GapFilling.Request, Result<[Candle], ProviderError>)
        /// A user's alerts have changed to these.
        case changed(AccountID, StoredAlerts)
        case workedOut(HoldingsWork.Job, Result<[KeptAlert], any Error>)
        case settled(AccountID, [AlertChange], AlertAnswer)
        /// A backup has replaced the database.
        case restored
        case secondPassed
    }

    /// The hub asks for a coin's minutes at most once in this time.
    private static let fillingInterval = Duration.seconds(300)
    /// Not every source puts a day's minutes into one answer.
    private static let pagesMax = 5

    nonisolated let mailbox = Mailbox<Event>()
    private let sources: [KlineSource: any CandleSource]
    private let users: Mailbox<UserHub.Event>
    private let store: any UserStore
    /// The term in which this node leads; nil for a server that stands alone.
    private let term: UInt32?
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> MarketTime
    private let counters: AlertCounters
    private let logger: Logger
    /// The rules follow the market even while the alerts cannot be read.
    private var rules: AlertRules
    private var filling: GapFilling
    private var holdingsWork = HoldingsWork()
    /// The database from which the alerts were read; nil if they were not read yet.
    private var identity: StoreIdentity?
    private var toldFaults = ToldFailures()

    /// - Parameter sources: where the prices of earlier minutes come from.
    init(
        sources: [(KlineSource, any CandleSource)],
        market: MarketTable,
        users: Mailbox<UserHub.Event>,
        store: any UserStore,
        term: UInt32?,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime,
        counters: AlertCounters,
        logger: Logger
    ) {
        self.sources = Dictionary(sources) { first, _ in first }
        (self.users, self.store, self.term) = (users, store, term)
        rules = AlertRules(market: market)
        filling = GapFilling(
            sources.map { ($0.0, $0.1.share(GapFilling.share)) },
            interval: Self.fillingInterval,
            isOwnSourceOnly: true
        )
        (self.clock, self.now, self.counters, self.logger) = (clock, now, counters, logger)
    }

    /// Runs until the mailbox is closed.
    func run() async {
        await load()
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { [clock, mailbox] in await mailbox.post(.secondPassed, every: .seconds(1), by: clock) }
            for await _ in mailbox.arrivals {
                for event in mailbox.takeAll() { await handle(event, &tasks) }
                workOut(&tasks)
                counters.alerts.store(rules.count, ordering: .relaxed)
                send()
            }
            tasks.cancelAll()
        }
    }

    private func handle(_ event: Event, _ tasks: inout DiscardingTaskGroup) async {
        switch event {
        case .ticked(let diff, let poll): rules.follow(diff, poll)
        case .pairsChanged(let pairs): filling.pairs = pairs
        case .ratesChanged(let rates): rules.ratesChanged(rates)
        case .fetched(let request, let result): take(result, to: request)
        case .changed(let account, let alerts): if identity != nil { changed(account, alerts) }
        case .workedOut(let job, let result): if holdingsWork.ended(job) { workedOut(job, result) }
        case .settled(let account, let changes, let answer):
            counters.settled(changes, answer)
            rules.settled(changes, of: account, answer)
        case .restored:
            rules.forgetAll()
            holdingsWork.dropAll()
            identity = nil
            await load()
        case .secondPassed:
            if identity == nil { await load() } else { await lookAtOtherNodes() }
            rules.secondPassed(at: now())
            fill(&tasks)
        }
    }

    /// Reads all alerts. Market events wait in the mailbox meanwhile. Users with alerts on all holdings come later, one
    /// after another. If reading fails, it is tried again after a second.
    private func load() async {
        do {
            let (alerts, store) = try await store.alerts()
            let later = alerts.filter(\.value.needHoldings)
            rules.start(alerts.filter { !$1.needHoldings }.mapValues(\.kept), later: Set(later.keys))
            holdingsWork.dropAll()
            for (account, alerts) in later { holdingsWork.add(alerts, of: account) }
            identity = store
        } catch {
            toldFaults.logFailure("alerts could not be read", error, to: logger)
        }
    }

    /// Learns of alerts that users have changed at any node. If reading fails, nobody knows whether the notes still
    /// exist, so all alerts are read again.
    private func lookAtOtherNodes() async {
        guard let term else { return toldFaults.storeAnswered() }
        do {
            for (account, alerts) in try await store.changedAlerts(in: term) { changed(account, alerts) }
            toldFaults.storeAnswered()
        } catch {
            toldFaults.logFailure("changed alerts could not be read", error, to: logger)
            identity = nil
        }
    }

    // MARK: Holdings

    private func changed(_ account: AccountID, _ alerts: StoredAlerts) {
        if alerts.needHoldings {
            holdingsWork.add(alerts, of: account)
        } else {
            holdingsWork.drop(account)
            rules.changed(account, alerts.kept)
        }
    }

    private func workOut(_ tasks: inout DiscardingTaskGroup) {
        guard let job = holdingsWork.next() else { return }
        tasks.addTask { [mailbox, store] in
            do {
                let alerts = try await job.alerts.complete { try await store.table(of: job.account) }
                let kept = await DetachedThread.run(priority: .background) { alerts.kept }
                mailbox.post(.workedOut(job, .success(kept)))
            } catch {
                mailbox.post(.workedOut(job, .failure(error)))
            }
        }
    }

    private func workedOut(_ job: HoldingsWork.Job, _ result: Result<[KeptAlert], any Error>) {
        switch result {
        case .success(let kept): rules.changed(job.account, kept)
        case .failure(let error):
            toldFaults.logFailure("alerts could not be read", error, to: logger)
            identity = nil
        }
    }

    // MARK: Notes

    private func send() {
        guard let identity else { return }
        for (account, changes) in rules.takeWrites() {
            users.post(
                .alerts(account, identity, changes, term: term) { [mailbox] answer in
                    mailbox.post(.settled(account, changes, answer))
                }
            )
        }
    }

    // MARK: Minutes

    private func fill(_ tasks: inout DiscardingTaskGroup) {
        while let request = rules.nextRequest(
            &filling,
            at: now(),
            isSpared: { (sources[$0]?.stretch() ?? 1) > 1 }
        ), let source = sources[request.source] {
            // The open minute, and one more that is only partly in the window.
            let count = rules.window(of: request.coin) + 2
            tasks.addTask { [self] in
                let result: Result<[Candle], ProviderError>
                do throws(ProviderError) {
                    result = .success(try await minutes(request, of: source, count: count))
                } catch {
                    result = .failure(error)
                }
                mailbox.post(.fetched(request, result))
            }
        }
    }

    /// The latest candles of a minute each, ascending.
    private func minutes(
        _ request: GapFilling.Request,
        of source: any CandleSource,
        count: Int
    ) async throws(ProviderError) -> [Candle] {
        var candles: [Candle] = []
        for number in 0..<Self.pagesMax where candles.count < count {
            if number > 0, await !roomCame(for: request) { break }
            let missing = count - candles.count
            let page = try await source.page(of: request.symbol, .minute, count: missing, before: candles.first?.time)
            candles = page.candles + candles
            if page.isOldest || page.candles.isEmpty { break }
        }
        return candles
    }

    /// Waits until the source's share has room for another page, and counts the page.
    /// - Returns: false if the calling task was cancelled.
    private func roomCame(for request: GapFilling.Request) async -> Bool {
        while !filling.takePage(of: request, at: now()) {
            guard (try? await clock.sleep(for: .seconds(1))) != nil else { return false }
        }
        return true
    }

    private func take(_ result: Result<[Candle], ProviderError>, to request: GapFilling.Request) {
        switch result {
        case .success(let candles):
            filling.answered(request)
            // The symbol may belong to another coin by now.
            guard filling.pairs?.symbol(of: request.coin, at: request.source) == request.symbol else { return }
            rules.fill(request.coin, with: candles, of: request.source.title, at: now())
        case .failure(let error):
            logger.debug("candles of minutes did not come", metadata: ["error": "\(error)"])
            filling.failed(request, error, at: now())
        }
    }
}
