internal import Logging
internal import Shared

/// Serves candles: keeps what the sources gave, asks each of them once for everybody who wants the same, moves last candles
/// with the live prices.
actor CandleHub {
    /// What event loops, the market, fetches and the clock tell the hub.
    enum Event: Sendable {
        case opened(ChartSeat)
        case closed(ChartSeat.ID)
        case left(TerminalID)
        case ticked(MarketDiff)
        case pairsChanged(PairBook, lacking: [KlineSource: ProviderError])
        /// - Parameter symbol: whom the source was asked about.
        case fetched(SeriesKey, symbol: String, asked: Int, Result<[Candle], ProviderError>)
        /// It is time to see what is due.
        case secondPassed
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
    private var table = MarketTable()
    private var pairs: PairBook?
    private var lacking: [KlineSource: ProviderError] = [:]

    init(
        sources: [KlineSource: any CandleSource],
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime,
        counters: CandleCounters,
        logger: Logger
    ) {
        self.sources = sources
        self.clock = clock
        self.now = now
        self.counters = counters
        self.logger = logger
    }

    /// Works until the mailbox is closed; what is being fetched then is given up.
    func run() async {
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { [clock, mailbox] in
                // A cancelled sleep means that the server stops.
                while (try? await clock.sleep(for: .seconds(1))) != nil { mailbox.post(.secondPassed) }
            }
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
        case .pairsChanged(let pairs, let lacking): pairsChanged(pairs, lacking, &tasks)
        case .fetched(let key, let symbol, let asked, let result):
            // An answer about a coin that has another name by now, or none.
            guard pairs?.symbol(of: key.coin, at: key.source) == symbol else { return }
            fetched(key, asked: asked, result, &tasks)
        case .secondPassed:
            let time = now()
            for key in seatsOfSeries.keys where shelf[key]?.isDue(at: time) == true { fetch(key, &tasks) }
        }
    }

    // MARK: Charts

    private func serve(_ id: ChartSeat.ID, _ tasks: inout DiscardingTaskGroup) {
        guard let seat = seats[id] else { return }
        if let problem = obstacle(to: seat) { return tell(problem, to: id) }
        let key = seat.key
        guard let kept = shelf.use(key, count: seat.order.count, isWatched: isWatched) else {
            return tell(.tooMany(seat.source), to: id)
        }
        seatsOfSeries[key, default: []].insert(id)
        if kept.isBeingFetched { return }
        if kept.isAvoided(at: now()), let problem = kept.problem { return tell(problem, to: id, with: kept) }
        if kept.holds(seat.order.count), kept.isFresh(at: now()) {
            counters.answeredFromCache()
            sendAll(of: kept, to: id)
        } else {
            fetch(key, &tasks)
        }
    }

    /// Why there will be no candles; nil if they can be asked for.
    private func obstacle(to seat: ChartSeat) -> ChartProblem? {
        let (coin, source) = (seat.order.coin, seat.source)
        guard let pairs else { return .starting(source) }
        guard table.row(of: coin) != nil else { return .unknownCoin(coin, source) }
        if pairs.symbol(of: coin, at: source) != nil { return nil }
        let other = otherSource(than: source, of: coin)
        if let error = lacking[source] { return ChartProblem(error, source, other: other) }
        return .notListed(name(of: coin), source, other: other)
    }

    private func remove(_ id: ChartSeat.ID) {
        guard let seat = seats.removeValue(forKey: id) else { return }
        seatsOfSeries[seat.key]?.remove(id)
        if seatsOfSeries[seat.key]?.isEmpty == true { seatsOfSeries[seat.key] = nil }
    }

    private func sendAll(of kept: KeptSeries, to id: ChartSeat.ID) {
        guard let seat = seats[id] else { return }
        seats[id]?.isServed = true
        seats[id]?.problem = nil
        let candles = Array(kept.sequence.candles.suffix(seat.order.count))
        for batch in CandleBatch.batches(of: candles, from: seat.source) { seat.deliver(.candles(batch)) }
    }

    private func send(_ changed: [Candle], to id: ChartSeat.ID) {
        guard let seat = seats[id], seat.isServed else { return }
        let news = Array(changed.suffix(seat.order.count))
        seat.deliver(.candles(CandleBatch(source: seat.source, isFirst: false, isLast: true, candles: news)))
    }

    /// - Parameter kept: what is held is better than nothing, and its problem says why there is nothing newer.
    private func tell(_ problem: ChartProblem, to id: ChartSeat.ID, with kept: KeptSeries? = nil) {
        guard let seat = seats[id], seat.problem != problem else { return }
        if !seat.isServed, let kept, !kept.sequence.candles.isEmpty { sendAll(of: kept, to: id) }
        seats[id]?.problem = problem
        seat.deliver(.problem(problem))
    }

    private func isWatched(_ key: SeriesKey) -> Bool { seatsOfSeries[key] != nil }

    private func name(of coin: CoinID) -> String {
        table.row(of: coin).map { table[$0].instrument.symbol } ?? "\(coin)"
    }

    private func otherSource(than source: KlineSource, of coin: CoinID) -> KlineSource? {
        KlineSource.allCases.first { $0 != source && pairs?.symbol(of: coin, at: $0) != nil }
    }

    /// What was kept under a name that is not the coin's any more belongs to somebody else.
    private func pairsChanged(
        _ pairs: PairBook,
        _ lacking: [KlineSource: ProviderError],
        _ tasks: inout DiscardingTaskGroup
    ) {
        let old = self.pairs
        (self.pairs, self.lacking) = (pairs, lacking)
        for key in shelf.keys {
            let symbol = pairs.symbol(of: key.coin, at: key.source)
            if old?.symbol(of: key.coin, at: key.source) == symbol { continue }
            shelf.remove(key)
            for id in seatsOfSeries[key, default: []] { seats[id]?.isServed = false }
        }
        for seat in seats.values where !seat.isServed { serve(seat.id, &tasks) }
    }

    // MARK: Sources

    private func fetch(_ key: SeriesKey, _ tasks: inout DiscardingTaskGroup) {
        guard let kept = shelf[key], !kept.isBeingFetched, let source = sources[key.source],
            let symbol = pairs?.symbol(of: key.coin, at: key.source)
        else { return }
        let wanted = seatsOfSeries[key, default: []].compactMap { seats[$0]?.order.count }.max() ?? 0
        let asked = kept.countToFetch(for: wanted, at: now())
        _ = shelf.update(key) { $0.isBeingFetched = true }
        counters.asked()
        tasks.addTask { [mailbox] in
            let result: Result<[Candle], ProviderError>
            do throws(ProviderError) {
                result = .success(try await source.candles(of: symbol, key.interval, count: asked))
            } catch {
                result = .failure(error)
            }
            mailbox.post(.fetched(key, symbol: symbol, asked: asked, result))
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
            for id in seatsOfSeries[key, default: []] { update(id, changed, &tasks) }
        case .failure(let error):
            if error.failure == .cancelled { return }
            logger.debug("candles did not come", metadata: ["error": "\(error)"])
            let problem = ChartProblem(error, key.source, other: otherSource(than: key.source, of: key.coin))
            _ = shelf.update(key) { $0.failed(problem, error, at: now(), jitter: .random(in: 0...1)) }
            for id in seatsOfSeries[key, default: []] { tell(problem, to: id, with: shelf[key]) }
        }
    }

    /// A whole series to those who wait for one, or were told a problem; to the others what changed.
    private func update(_ id: ChartSeat.ID, _ changed: [Candle], _ tasks: inout DiscardingTaskGroup) {
        guard let seat = seats[id], let kept = shelf[seat.key] else { return }
        if !kept.holds(seat.order.count) {
            fetch(seat.key, &tasks)
        } else if !seat.isServed || seat.problem != nil || changed.count > CandleBatch.candlesMax {
            sendAll(of: kept, to: id)
        } else if !changed.isEmpty {
            send(changed, to: id)
        }
    }

    // MARK: Live prices

    private func follow(_ diff: MarketDiff) {
        do {
            try table.apply(diff)
        } catch {
            preconditionFailure("the market hub's diffs arrive whole and in order: \(error)")
        }
        if shelf.keys.isEmpty { return }
        for row in diff.changes.prices.rows {
            let quote = table[Int(row)]
            guard let price = quote.price else { continue }
            for source in KlineSource.allCases where source.moves(with: quote.pricing.source) {
                for (key, moved) in shelf.move(quote.instrument.coin, of: source, to: price, at: diff.time) {
                    for id in seatsOfSeries[key, default: []] where !moved.isEmpty { send(moved, to: id) }
                }
            }
        }
    }
}

extension KlineSource {
    /// The exchange's candles are made of its own trades; CryptoCompare's are averages over markets, as the listing's price is,
    /// and the exchange's live price is near enough to both.
    fileprivate func moves(with source: PriceSource) -> Bool { self == .cryptoCompare || source == .ticker }
}

extension Quote {
    fileprivate var price: ExactDecimal? {
        mantissa.flatMap { try? ExactDecimal(mantissa: Int64(clamping: $0), exponent: -Int(pricing.decimals)) }
    }
}
