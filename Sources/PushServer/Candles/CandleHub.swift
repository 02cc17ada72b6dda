internal import Logging
internal import Shared

/// Serves candles: keeps what the sources gave, asks each of them once for everybody who wants the same, moves last candles
/// with the live prices.
actor CandleHub {
    /// What event loops, the market, fetches and timers tell the hub.
    enum Event: Sendable {
        case opened(ChartSeat)
        case closed(ChartSeat.ID)
        case left(TerminalID)
        case ticked(MarketDiff)
        case pairsChanged(PairBook, lacking: [KlineSource: ProviderError])
        case fetched(SeriesKey, asked: Int, Result<[Candle], ProviderError>)
        case due(SeriesKey, waitNumber: Int)
    }

    /// Some 40 MB of candles.
    static let candlesMax = 400_000

    nonisolated let mailbox = Mailbox<Event>()
    private let sources: [KlineSource: any CandleSource]
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> MarketTime
    private let logger: Logger
    private let counters: CandleCounters

    private var seats: [ChartSeat.ID: ChartSeat] = [:]
    private var seatsOfSeries: [SeriesKey: Set<ChartSeat.ID>] = [:]
    private var shelf = CandleShelf(candlesMax: CandleHub.candlesMax)
    private var table: MarketTable
    private var pairs: PairBook?
    private var lacking: [KlineSource: ProviderError] = [:]
    private var budgets: [KlineSource: RequestBudget] = [
        .huobi: .huobiMarketData, .cryptoCompare: .cryptoCompare,
    ]

    init(
        sources: [KlineSource: any CandleSource],
        market: MarketTable = MarketTable(),
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime,
        counters: CandleCounters,
        logger: Logger
    ) {
        (self.sources, table) = (sources, market)
        self.clock = clock
        self.now = now
        self.counters = counters
        self.logger = logger
    }

    /// Works until the mailbox is closed; what is being fetched then is given up.
    func run() async {
        await withDiscardingTaskGroup { tasks in
            for await _ in mailbox.arrivals {
                for event in mailbox.takeAll() { handle(event, &tasks) }
            }
            tasks.cancelAll()
        }
    }

    private func handle(_ event: Event, _ tasks: inout DiscardingTaskGroup) {
        switch event {
        case .opened(let seat):
            remove(seat.id)
            seats[seat.id] = seat
            serve(seat.id, &tasks)
        case .closed(let id): remove(id)
        case .left(let terminal): for id in seats.keys where id.terminal == terminal { remove(id) }
        case .ticked(let diff): follow(diff)
        case .pairsChanged(let pairs, let lacking):
            (self.pairs, self.lacking) = (pairs, lacking)
            for seat in seats.values where !seat.isServed { serve(seat.id, &tasks) }
        case .fetched(let key, let asked, let result): fetched(key, asked: asked, result, &tasks)
        case .due(let key, let waitNumber):
            guard let kept = shelf[key], kept.waitNumber == waitNumber, isWatched(key) else { return }
            _ = shelf.update(key) { $0.endWait() }
            fetch(key, count: countWanted(key), &tasks)
        }
    }

    // MARK: Charts

    private func serve(_ id: ChartSeat.ID, _ tasks: inout DiscardingTaskGroup) {
        guard let seat = seats[id] else { return }
        if let problem = obstacle(to: seat) { return seat.deliver(.problem(problem)) }
        let key = seat.key
        guard let kept = shelf.use(key, count: seat.order.count, isWatched: isWatched) else {
            return seat.deliver(.problem(.tooMany(seat.source)))
        }
        seatsOfSeries[key, default: []].insert(id)
        if kept.holds(seat.order.count), kept.isFresh(at: now()) {
            counters.answeredFromCache()
            sendAll(of: kept, to: id)
            if !kept.isWaiting { wait(KeptSeries.refreshInterval, key, &tasks) }
        } else if !kept.isBeingFetched {
            fetch(key, count: seat.order.count, &tasks)
        }
    }

    /// Why there will be no candles; nil if they can be asked for.
    private func obstacle(to seat: ChartSeat) -> ChartProblem? {
        let (coin, source) = (seat.order.coin, seat.source)
        guard let pairs else { return .starting(source) }
        guard table.row(of: coin) != nil else { return .unknownCoin(coin, source) }
        if pairs.symbol(of: coin, at: source) != nil { return nil }
        let other = KlineSource.allCases.first { $0 != source && pairs.symbol(of: coin, at: $0) != nil }
        if let error = lacking[source] { return ChartProblem(error, source, other: other) }
        return .notListed(name(of: coin), source, other: other)
    }

    private func remove(_ id: ChartSeat.ID) {
        guard let seat = seats.removeValue(forKey: id) else { return }
        let key = seat.key
        seatsOfSeries[key]?.remove(id)
        guard seatsOfSeries[key]?.isEmpty == true else { return }
        seatsOfSeries[key] = nil
        // Nobody looks: the next wait to end changes nothing.
        _ = shelf.update(key) { $0.endWait() }
    }

    private func sendAll(of kept: KeptSeries, to id: ChartSeat.ID) {
        guard let seat = seats[id] else { return }
        seats[id]?.isServed = true
        let candles = Array(kept.sequence.candles.suffix(seat.order.count))
        for batch in CandleBatch.batches(of: candles, from: seat.source) { seat.deliver(.candles(batch)) }
    }

    private func send(_ changed: [Candle], of key: SeriesKey) {
        if changed.isEmpty { return }
        let batch = CandleBatch(source: key.source, isFirst: false, isLast: true, candles: changed)
        for id in seatsOfSeries[key, default: []] {
            if let seat = seats[id], seat.isServed { seat.deliver(.candles(batch)) }
        }
    }

    private func isWatched(_ key: SeriesKey) -> Bool { seatsOfSeries[key] != nil }
    private func countWanted(_ key: SeriesKey) -> Int {
        seatsOfSeries[key, default: []].compactMap { seats[$0]?.order.count }.max() ?? 0
    }

    private func name(of coin: CoinID) -> String {
        table.row(of: coin).map { table[$0].instrument.symbol } ?? "\(coin)"
    }

    // MARK: Sources

    private func fetch(_ key: SeriesKey, count: Int, _ tasks: inout DiscardingTaskGroup) {
        guard let kept = shelf[key], !kept.isBeingFetched, let source = sources[key.source],
            let symbol = pairs?.symbol(of: key.coin, at: key.source)
        else { return }
        let asked = kept.countToFetch(for: count, at: now())
        let cost = CandlePlan(source: key.source, interval: key.interval, count: asked).pages.count
        if case .wait(let until)? = budgets[key.source]?.take(cost, at: now()) {
            return wait(until.elapsed(since: now()), key, &tasks)
        }
        _ = shelf.update(key) { $0.isBeingFetched = true }
        counters.asked()
        tasks.addTask { [mailbox] in
            let result: Result<[Candle], ProviderError>
            do throws(ProviderError) {
                result = .success(try await source.candles(of: symbol, key.interval, count: asked))
            } catch {
                result = .failure(error)
            }
            mailbox.post(.fetched(key, asked: asked, result))
        }
    }

    private func fetched(
        _ key: SeriesKey,
        asked: Int,
        _ result: Result<[Candle], ProviderError>,
        _ tasks: inout DiscardingTaskGroup
    ) {
        _ = shelf.update(key) { $0.isBeingFetched = false }
        switch result {
        case .success(let candles):
            let changed = shelf.update(key) { $0.take(candles, asked: asked, at: now()) } ?? []
            send(changed, of: key)
            sendToNewcomers(of: key, &tasks)
            if isWatched(key) { wait(KeptSeries.refreshInterval, key, &tasks) }
        case .failure(let error): failed(key, error, &tasks)
        }
    }

    /// Those who came while the answer was on its way; one of them may want more than was asked for.
    private func sendToNewcomers(of key: SeriesKey, _ tasks: inout DiscardingTaskGroup) {
        for id in seatsOfSeries[key, default: []] {
            guard let seat = seats[id], !seat.isServed, let kept = shelf[key] else { continue }
            if kept.holds(seat.order.count) {
                sendAll(of: kept, to: id)
            } else {
                fetch(key, count: seat.order.count, &tasks)
            }
        }
    }

    private func failed(_ key: SeriesKey, _ error: ProviderError, _ tasks: inout DiscardingTaskGroup) {
        if error.failure == .cancelled { return }
        logger.debug("candles did not come", metadata: ["error": "\(error)"])
        if case .rateLimited(let until) = error.failure { budgets[key.source]?.hold(until: until) }
        let other = KlineSource.allCases.first { $0 != key.source && pairs?.symbol(of: key.coin, at: $0) != nil }
        let problem = ChartProblem(error, key.source, other: other)
        let isNews = shelf.update(key) { $0.failed(problem) } ?? false
        for id in seatsOfSeries[key, default: []] {
            guard let seat = seats[id] else { continue }
            // What is held is better than nothing, and its problem says how old it is.
            let isNew = !seat.isServed
            if isNew, let kept = shelf[key], !kept.sequence.candles.isEmpty { sendAll(of: kept, to: id) }
            if isNew || isNews { seat.deliver(.problem(problem)) }
        }
        guard isWatched(key), let own = shelf.update(key, { $0.backoff.next(jitter: .random(in: 0...1)) }) else {
            return
        }
        wait(MarketPoller.wait(after: error, own: own, now: now()), key, &tasks)
    }

    private func wait(_ time: Duration, _ key: SeriesKey, _ tasks: inout DiscardingTaskGroup) {
        guard let number = shelf.update(key, { $0.beginWait() }) else { return }
        tasks.addTask { [clock, mailbox] in
            // A cancelled sleep means that the server stops.
            guard (try? await clock.sleep(for: time)) != nil else { return }
            mailbox.post(.due(key, waitNumber: number))
        }
    }

    // MARK: Live prices

    private func follow(_ diff: MarketDiff) {
        do {
            try table.apply(diff)
        } catch {
            preconditionFailure("the market hub's diffs arrive whole and in order: \(error)")
        }
        if shelf.count == 0 { return }
        for row in diff.changes.prices.rows {
            let quote = table[Int(row)]
            guard let price = quote.livePrice else { continue }
            for (key, moved) in shelf.move(quote.instrument.coin, to: price, at: diff.time) { send(moved, of: key) }
        }
    }
}

extension Quote {
    /// The last trade's price; the listing's average would be no part of an exchange's candle.
    fileprivate var livePrice: ExactDecimal? {
        guard pricing.source == .ticker, let mantissa else { return nil }
        return try? ExactDecimal(mantissa: Int64(clamping: mantissa), exponent: -Int(pricing.decimals))
    }
}
