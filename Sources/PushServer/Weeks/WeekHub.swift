internal import Logging
internal import Shared

/// Owns the hourly closes: follows the market, stores the closes on disk, fills the gaps of coins that somebody views,
/// and sends weeks to terminals.
actor WeekHub: MailboxHub {
    /// A message from event loops, the market, fetches and the clock to the hub.
    enum Event: Sendable {
        case ticked(MarketDiff)
        case pairsChanged(SymbolMap)
        /// - Parameter deliver: passes the weeks to the connection's event loop. Never blocks, and keeps the order.
        case shown(WeekRequest, by: ConnectionID, deliver: WeekWatchers.Deliver)
        case fetched(GapFilling.Request, Result<CandlePage, ProviderError>)
        /// Time to check what is due.
        case secondPassed
    }

    nonisolated let mailbox = Mailbox<Event>()
    private let sources: [KlineSource: any CandleSource]
    private let store: WeekStore
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> MarketTime
    private let logger: Logger
    private var closes: HourlyCloses
    private var watchers = WeekWatchers()
    private var filling: GapFilling
    private var isSaveDue = false

    init(
        sources: [(KlineSource, any CandleSource)],
        store: WeekStore,
        market: MarketTable,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime,
        logger: Logger
    ) {
        self.sources = Dictionary(sources) { first, _ in first }
        (self.store, self.clock, self.now, self.logger) = (store, clock, now, logger)
        closes = HourlyCloses(market: market, now: now())
        filling = GapFilling(sources.map { ($0.0, $0.1.share(GapFilling.share)) })
    }

    /// Runs until the mailbox is closed. When this returns, all closes are on disk.
    func run() async {
        await load()
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { [clock, mailbox] in await mailbox.post(.secondPassed, every: .seconds(1), by: clock) }
            for await _ in mailbox.arrivals {
                for event in mailbox.takeAll() { handle(event, &tasks) }
                if isSaveDue { await save() }
            }
            tasks.cancelAll()
        }
        closes.stop()
        await save()
    }

    private func handle(_ event: Event, _ tasks: inout DiscardingTaskGroup) {
        switch event {
        case .ticked(let diff): if closes.follow(diff) { hourEnded() }
        case .pairsChanged(let pairs): filling.pairs = pairs
        case .shown(let request, let connection, let deliver):
            let news = watchers.show(request, by: connection, deliver)
            watchers.tell(connection, news, of: closes)
        case .fetched(let request, let result):
            take(result, to: request)
            fill(&tasks)
        case .secondPassed:
            if closes.timePassed(to: now()) { hourEnded() }
            for (connection, coins) in watchers.secondPassed() { watchers.tell(connection, coins, of: closes) }
            fill(&tasks)
        }
    }

    private func hourEnded() {
        watchers.hourEnded()
        isSaveDue = true
    }

    // MARK: Gaps

    private func fill(_ tasks: inout DiscardingTaskGroup) {
        while let request = nextRequest(), let source = sources[request.source] {
            ask(request, of: source, &tasks)
        }
    }

    private func nextRequest() -> GapFilling.Request? {
        filling.next(
            watchers.coins,
            at: now(),
            rank: closes.rank,
            hasGaps: closes.hasGaps,
            provider: closes.provider,
            isSpared: { (sources[$0]?.stretch() ?? 1) > 1 }
        )
    }

    private func ask(
        _ request: GapFilling.Request,
        of source: any CandleSource,
        _ tasks: inout DiscardingTaskGroup
    ) {
        tasks.addTask { [mailbox] in
            let result: Result<CandlePage, ProviderError>
            do throws(ProviderError) {
                result = .success(
                    try await source.page(of: request.symbol, .hour, count: GapFilling.count, before: nil)
                )
            } catch {
                result = .failure(error)
            }
            mailbox.post(.fetched(request, result))
        }
    }

    private func take(_ result: Result<CandlePage, ProviderError>, to request: GapFilling.Request) {
        switch result {
        case .success(let page):
            filling.answered(request)
            // The symbol may belong to another coin now.
            guard filling.pairs?.symbol(of: request.coin, at: request.source) == request.symbol,
                closes.fill(request.coin, with: page.candles, of: request.source.title)
            else { return }
            for connection in watchers.connections(showing: request.coin) {
                watchers.tell(connection, [request.coin], of: closes)
            }
        case .failure(let error):
            logger.debug("hourly candles did not come", metadata: ["error": "\(error)"])
            filling.failed(request, error, at: now())
        }
    }

    // MARK: The disk

    private func load() async {
        do {
            closes.restore(try await store.closes())
        } catch {
            logger.warning("the hourly closes of earlier days cannot be read", metadata: ["error": "\(error)"])
        }
    }

    /// Saves the closes. Prices gather in the mailbox meanwhile.
    private func save() async {
        isSaveDue = false
        let unsaved = closes.takeUnsaved()
        do {
            try await store.save(unsaved, keeping: closes.keptHours)
        } catch {
            closes.putBack(unsaved)
            logger.warning("the hourly closes cannot be stored", metadata: ["error": "\(error)"])
        }
    }
}
