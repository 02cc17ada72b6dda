internal import Logging
internal import Shared
internal import Synchronization

/// Serves candles. It asks each source once for all charts that want the same candles, and reads the clock.
/// `CandleHubRules` has the rules.
actor CandleHub: MailboxHub {
    /// A report of an event loop, the market, a fetch or the clock.
    enum Event: Sendable {
        case opened(ChartSubscription)
        case closed(ChartSubscription.ID)
        case left(ConnectionID)
        case ticked(MarketDiff)
        case moved(ExchangeMoves)
        /// - lacking: the providers that have not sent their list of coins, by name, and the reason.
        case pairsChanged(SymbolMap, lacking: [String: ProviderError])
        /// - stretch: how many times longer than usual to wait before the source is asked again.
        case fetched(CandleHubRules.Request, Result<CandlePage, ProviderError>, stretch: Double)
        /// It is time to check what is due.
        case secondPassed
    }

    nonisolated let mailbox = Mailbox<Event>()
    private let sources: [KlineSource: any CandleSource]
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> MarketTime
    private let logger: Logger
    private let counters: CandleCounters
    private var rules: CandleHubRules

    /// - Parameter sources: in the order in which they are suggested if another one cannot help.
    init(
        sources: [(KlineSource, any CandleSource)],
        market: MarketTable,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime,
        counters: CandleCounters,
        logger: Logger
    ) {
        self.sources = Dictionary(uniqueKeysWithValues: sources)
        self.clock = clock
        self.now = now
        self.counters = counters
        self.logger = logger
        rules = CandleHubRules(market: market, sources: sources.map(\.0), counters: counters)
    }

    /// Runs until the mailbox is closed, and then gives up running fetches.
    func run() async {
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { [clock, mailbox] in await mailbox.post(.secondPassed, every: .seconds(1), by: clock) }
            for await _ in mailbox.arrivals {
                for event in mailbox.takeAll() { handle(event, &tasks) }
            }
            tasks.cancelAll()
        }
    }

    private func handle(_ event: Event, _ tasks: inout DiscardingTaskGroup) {
        if case .fetched(_, .failure(let error), _) = event {
            logger.debug("candles did not come", metadata: ["error": "\(error)"])
        }
        for request in rules.received(event, at: now(), jitter: .random(in: 0...1)) { ask(request, &tasks) }
    }

    private func ask(_ request: CandleHubRules.Request, _ tasks: inout DiscardingTaskGroup) {
        guard let source = sources[request.key.source] else { return }
        counters.asked()
        tasks.addTask { [mailbox] in
            let result: Result<CandlePage, ProviderError>
            do throws(ProviderError) {
                let page = try await source.page(
                    of: request.symbol,
                    request.key.interval,
                    count: request.count,
                    before: request.end
                )
                result = .success(page)
            } catch {
                result = .failure(error)
            }
            mailbox.post(.fetched(request, result, stretch: source.stretch()))
        }
    }
}

/// The work of the candle hub, for the metrics.
final class CandleCounters: Sendable {
    let requests = Atomic<Int>(0)
    let cacheAnswers = Atomic<Int>(0)

    func asked() { requests.add(1, ordering: .relaxed) }
    func answeredFromCache() { cacheAnswers.add(1, ordering: .relaxed) }
}
