internal import Shared

/// Decides which charts show which series, what to keep for them, what to ask the sources, and what to tell each chart.
///
/// The candle hub gathers the events, asks the sources and has the clock. These rules hand what they tell a chart to its
/// subscription, which only posts it.
struct CandleHubRules {
    /// A request for a source.
    struct Request: Equatable, Sendable {
        let key: SeriesKey
        let symbol: String
        let count: Int
        /// Candles before this time; nil: the latest.
        var end: MarketTime?
    }

    /// Some 40 MB of candles.
    static let candlesMax = 400_000

    private let counters: CandleCounters
    private let sources: [KlineSource]
    private var subscriptions = SubscriptionTable()
    private var cache: CandleCache
    private var table: MarketTable
    private var pairs: SymbolMap?
    private var lacking: [String: ProviderError] = [:]
    private var requests: [Request] = []
    /// The time of the present event.
    private var now = MarketTime(milliseconds: 0)
    private var jitter = 0.0

    init(
        market: MarketTable,
        sources: [KlineSource],
        candlesMax: Int = CandleHubRules.candlesMax,
        counters: CandleCounters
    ) {
        (table, self.sources, self.counters) = (market, sources, counters)
        cache = CandleCache(candlesMax: candlesMax)
    }

    subscript(key: SeriesKey) -> KeptSeries? { cache[key] }

    /// How many charts show a series.
    func watchers(of key: SeriesKey) -> Int { subscriptions.watchers(of: key).count }

    /// - Parameter jitter: 0 to 1, for the wait after a failure.
    /// - Returns: the requests for the sources. Each answer is an event.
    mutating func received(_ event: CandleHub.Event, at now: MarketTime, jitter: Double) -> [Request] {
        (self.now, self.jitter) = (now, jitter)
        defer { requests = [] }
        handle(event)
        return requests
    }

    private mutating func handle(_ event: CandleHub.Event) {
        switch event {
        case .opened(let subscription):
            subscriptions.remove(subscription.id, at: now)
            subscriptions.add(subscription)
            serve(subscription.id)
        case .closed(let id): subscriptions.remove(id, at: now)
        case .left(let connection): subscriptions.removeAll(of: connection, at: now)
        case .ticked(let diff): table.follow(diff)
        case .moved(let moves): follow(moves)
        case .pairsChanged(let pairs, let lacking): pairsChanged(pairs, lacking)
        case .fetched(let request, let result, let stretch):
            // Ignore an answer if the coin's symbol has changed since.
            guard pairs?.symbol(of: request.key.coin, at: request.key.source) == request.symbol else { return }
            fetched(request, result, stretch)
        case .secondPassed:
            serveTurnedAway()
            // The longest overdue comes first. With any other order, a scarce budget would always miss the same charts.
            for key in subscriptions.watchers.keys.sorted(by: { cache.isOverdue($0, longerThan: $1) }) { fetch(key) }
        }
    }

    // MARK: Charts

    /// Serves refused charts. The room only shrinks meanwhile, so a chart that needs as much as a refused one is not
    /// tried.
    private mutating func serveTurnedAway() {
        var refused = Int.max
        for id in subscriptions.secondPassed(at: now) {
            guard let subscription = subscriptions[id] else { continue }
            let growth = cache.growth(of: subscription.key, to: subscription.request.count)
            if growth >= refused {
                subscriptions.turnAway(id)
            } else if !serve(id) {
                refused = growth
            }
        }
    }

    /// - Returns: false if the cache has no room for it.
    @discardableResult
    private mutating func serve(_ id: ChartSubscription.ID) -> Bool {
        guard let subscription = subscriptions[id] else { return true }
        if let problem = obstacle(to: subscription) {
            tell(problem, to: id)
            return true
        }
        guard subscriptions.hasShare(for: subscription) else {
            subscriptions.turnAway(id)
            tell(.tooManyOfUser(subscription.source), to: id)
            return true
        }
        let watched = subscriptions.watchers
        guard
            let kept = cache.use(subscription.key, count: subscription.request.count, isWatched: { watched[$0] != nil })
        else {
            subscriptions.turnAway(id)
            tell(.tooMany(subscription.source), to: id)
            return false
        }
        subscriptions.watch(id)
        show(kept, to: id)
        return true
    }

    /// Shows the held candles if they are good, and fetches what is missing.
    private mutating func show(_ kept: KeptSeries, to id: ChartSubscription.ID) {
        guard let subscription = subscriptions[id] else { return }
        if kept.isAvoided(at: now), let error = kept.error {
            return tell(problem(error, of: subscription.key), to: id, with: kept)
        }
        if kept.isFresh(at: now) {
            if kept.holds(subscription.request.count) {
                counters.answeredFromCache()
                return sendAll(of: kept, to: id)
            }
            if subscription.sent == .nothing { sendAll(of: kept, to: id) }
        }
        fetch(subscription.key)
    }

    /// Why there cannot be candles; nil if they can be requested.
    private func obstacle(to subscription: ChartSubscription) -> ChartProblem? {
        let (coin, source) = (subscription.request.coin, subscription.source)
        guard let pairs else { return .starting(source) }
        guard table.row(of: coin) != nil else { return .unknownCoin(coin, source) }
        if pairs.symbol(of: coin, at: source) != nil { return nil }
        let others = sources.filter { $0 != source && pairs.symbol(of: coin, at: $0) != nil }
        let answering = others.first { !isDown($0) }
        if let error = lacking[source.title] { return ChartProblem(error, source, other: answering, at: now) }
        guard pairs.knows(source.title) else { return .starting(source) }
        return .notListed(name(of: coin), source, other: answering ?? others.first, isDown: answering == nil)
    }

    /// Sends the held candles, and says whether more candles or a problem will follow.
    private mutating func sendAll(of kept: KeptSeries, to id: ChartSubscription.ID, isProblemNext: Bool = false) {
        guard let subscription = subscriptions[id] else { return }
        let missing = missing(kept, for: subscription)
        subscriptions.sent(missing == nil ? .whole : .part, to: id)
        let candles = Array(kept.sequence.candles.suffix(subscription.request.count))
        let batches = CandleBatch.batches(
            of: candles,
            from: subscription.source.name,
            expected: missing,
            heard: kept.heard,
            isProblemNext: isProblemNext
        )
        for batch in batches { subscription.deliver(.candles(batch)) }
    }

    private func send(_ changed: [Candle], to id: ChartSubscription.ID) {
        guard let subscription = subscriptions[id], subscription.sent != .nothing, let kept = cache[subscription.key]
        else { return }
        let missing = subscription.sent == .part ? missing(kept, for: subscription) : nil
        let news = Array(changed.suffix(subscription.request.count))
        let batch = CandleBatch(
            source: subscription.source.name,
            isFirst: false,
            isLast: missing == nil,
            candles: news,
            expected: missing,
            heard: kept.heard
        )
        subscription.deliver(.candles(batch))
    }

    /// How many candles there will be in all, while older ones are still to come; nil if these are all.
    private func missing(_ kept: KeptSeries, for subscription: ChartSubscription) -> Int? {
        kept.holds(subscription.request.count) ? nil : kept.expected(for: subscription.request.count)
    }

    /// - Parameter kept: the held candles, which are better than nothing. The problem says why there are no newer ones.
    private mutating func tell(_ problem: ChartProblem, to id: ChartSubscription.ID, with kept: KeptSeries? = nil) {
        guard let subscription = subscriptions[id], subscription.problem != problem else { return }
        if subscription.sent == .nothing, let kept, !kept.sequence.candles.isEmpty {
            sendAll(of: kept, to: id, isProblemNext: true)
        }
        subscriptions.told(problem, id)
        subscription.deliver(.problem(problem))
    }

    private func problem(_ error: ProviderError, of key: SeriesKey) -> ChartProblem {
        ChartProblem(error, key.source, other: otherSource(than: key.source, of: key.coin), at: now)
    }

    private func name(of coin: CoinID) -> String {
        table.row(of: coin).map { table[$0].instrument.symbol } ?? "\(coin)"
    }

    /// Another source that has the coin and can be asked.
    private func otherSource(than source: KlineSource, of coin: CoinID) -> KlineSource? {
        sources.first { $0 != source && pairs?.symbol(of: coin, at: $0) != nil && !isDown($0) }
    }

    /// Whether a source fails to answer other requests at the moment.
    private func isDown(_ source: KlineSource) -> Bool {
        table.sources.contains { $0.provider == source.title && [.down, .rateLimited].contains($0.state) }
    }

    /// Candles that were kept under a symbol that now belongs to another coin are dropped.
    private mutating func pairsChanged(
        _ pairs: SymbolMap,
        _ lacking: [String: ProviderError]
    ) {
        let old = self.pairs
        (self.pairs, self.lacking) = (pairs, lacking)
        for key in cache.keys {
            let symbol = pairs.symbol(of: key.coin, at: key.source)
            if old?.symbol(of: key.coin, at: key.source) == symbol { continue }
            cache.remove(key)
            subscriptions.lost(key)
        }
        for id in subscriptions.unserved { serve(id) }
    }

    // MARK: Sources

    private mutating func fetch(_ key: SeriesKey) {
        guard let request = cache[key]?.request(for: subscriptions.countWanted(of: key), at: now),
            let symbol = pairs?.symbol(of: key.coin, at: key.source)
        else { return }
        cache.update(key) { $0.ask(at: now) }
        requests.append(Request(key: key, symbol: symbol, count: request.count, end: request.end))
    }

    private mutating func fetched(
        _ request: Request,
        _ result: Result<CandlePage, ProviderError>,
        _ stretch: Double
    ) {
        let key = request.key
        switch result {
        case .success(let page):
            let news = cache.update(key) { $0.take(page, before: request.end, at: now, stretch: stretch) }
            guard let news else { return }
            for id in subscriptions.watchers(of: key) { update(id, news) }
        case .failure(let error):
            if error.failure == .cancelled { return cache.update(key) { $0.giveUp() } ?? () }
            cache.update(key) { $0.failed(error, at: now, jitter: jitter, stretch: stretch) }
            let problem = problem(error, of: key)
            for id in subscriptions.watchers(of: key) { tell(problem, to: id, with: cache[key]) }
        }
    }

    /// Sends a whole series to a chart that waits for one, shows a problem, or has candles that no longer exist;
    /// sends other charts the changes.
    private mutating func update(_ id: ChartSubscription.ID, _ news: KeptSeries.News) {
        guard let subscription = subscriptions[id], let kept = cache[subscription.key] else { return }
        if !kept.holds(subscription.request.count) {
            // Show what has come while the rest is fetched.
            sendAll(of: kept, to: id)
            fetch(subscription.key)
        } else if subscription.sent != .whole || subscription.problem != nil || news.needsAll {
            sendAll(of: kept, to: id)
        } else if !news.changed.isEmpty {
            send(news.changed, to: id)
        }
    }

    // MARK: Live prices

    /// An exchange's candles are moved only by its own prices, whichever exchange prices the coin in the market. So no
    /// candle jumps when that changes. An archive sends no live prices, so it is asked again instead.
    private mutating func follow(_ moves: ExchangeMoves) {
        if cache.keys.isEmpty { return }
        for source in sources where source.title == moves.exchange {
            for (coin, price) in moves.prices {
                for (key, moved) in cache.move(coin, of: source, to: price, at: moves.time) where !moved.isEmpty {
                    for id in subscriptions.watchers(of: key) { send(moved, to: id) }
                }
            }
        }
    }
}
