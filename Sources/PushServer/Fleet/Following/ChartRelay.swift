internal import Shared

/// The charts of a node that follows another one. The node asks for each series once, however many charts show it, and
/// hands the answer to all of them.
///
/// It knows no connection: its inputs are the charts' requests and the other node's frames.
struct ChartRelay {
    /// A series as the other node sends it.
    private struct Upstream {
        let chart: ChartID
        /// How many candles were asked for.
        var count: Int
        var series: CandleSequence
        /// Whether the whole series has come since it was asked for.
        var isWhole = false
        var heard: MarketTime?
        var problem: ChartProblem?
        /// Whether the other node has announced a problem that has not come yet.
        var awaitsProblem = false
    }

    private var subscriptions = SubscriptionTable()
    private var upstream: [SeriesKey: Upstream] = [:]
    private var keys: [ChartID: SeriesKey] = [:]
    private var lastChart: UInt32 = 0
    private var frames: [ClientFrame] = []

    init() {}

    /// The frames that the other node must get, in order.
    mutating func takeFrames() -> [ClientFrame] {
        defer { frames = [] }
        return frames
    }

    // MARK: Charts

    mutating func received(_ event: CandleHub.Event, at now: MarketTime) {
        switch event {
        case .opened(let subscription):
            remove { $0.remove(subscription.id, at: now) }
            subscriptions.add(subscription)
            serve(subscription.id)
        case .closed(let id): remove { $0.remove(id, at: now) }
        case .left(let connection): remove { $0.removeAll(of: connection, at: now) }
        case .secondPassed: for id in subscriptions.secondPassed(at: now) { serve(id) }
        // Only hubs that read the providers get these.
        case .ticked, .moved, .pairsChanged, .fetched: break
        }
    }

    private mutating func remove(_ removal: (inout SubscriptionTable) -> Void) {
        removal(&subscriptions)
        for (key, held) in upstream where subscriptions.watchers(of: key).isEmpty {
            (upstream[key], keys[held.chart]) = (nil, nil)
            frames.append(.closeChart(held.chart))
        }
    }

    private mutating func serve(_ id: ChartSubscription.ID) {
        guard let subscription = subscriptions[id] else { return }
        guard subscriptions.hasShare(for: subscription) else {
            subscriptions.turnAway(id)
            return subscription.deliver(.problem(.tooManyOfUser(subscription.source)))
        }
        subscriptions.watch(id)
        let key = subscription.key
        if let held = upstream[key], held.count >= subscription.request.count {
            if held.isWhole { sendAll(of: held, to: id) }
            if let problem = held.problem { subscription.deliver(.problem(problem)) }
        } else {
            ask(for: key)
        }
    }

    private mutating func ask(for key: SeriesKey) {
        let count = max(1, subscriptions.countWanted(of: key))
        let chart = upstream[key]?.chart ?? nextChart()
        upstream[key] = Upstream(
            chart: chart,
            count: count,
            series: CandleSequence(interval: key.interval, countMax: count)
        )
        keys[chart] = key
        frames.append(
            .openChart(
                chart,
                ChartRequest(coin: key.coin, interval: key.interval, count: count, source: key.source.name)
            )
        )
    }

    private mutating func nextChart() -> ChartID {
        lastChart &+= 1
        return ChartID(rawValue: lastChart)
    }

    // MARK: The other node

    /// A connection has begun. Nothing was asked for on it yet.
    mutating func connected() {
        frames = []
        for key in upstream.keys { ask(for: key) }
    }

    mutating func received(_ batch: CandleBatch, of chart: ChartID) {
        guard let key = keys[chart], var held = upstream[key] else { return }
        if batch.isFirst {
            held.series = CandleSequence(interval: key.interval, countMax: held.count)
            held.isWhole = false
        }
        let isMove = held.isWhole
        held.series.merge(batch.candles)
        (held.heard, held.awaitsProblem) = (batch.heard, batch.isProblemNext)
        if batch.isLast, !isMove { (held.isWhole, held.problem) = (true, nil) }
        upstream[key] = held
        for id in subscriptions.watchers(of: key) {
            if isMove {
                sendMove(batch, to: id)
            } else if batch.isLast {
                sendAll(of: held, to: id)
            } else {
                pass(batch, held, to: id)
            }
        }
    }

    mutating func received(_ problem: ChartProblem, of chart: ChartID) {
        guard let key = keys[chart] else { return }
        upstream[key]?.problem = problem
        upstream[key]?.awaitsProblem = false
        for id in subscriptions.watchers(of: key) { subscriptions[id]?.deliver(.problem(problem)) }
    }

    private func sendAll(of held: Upstream, to id: ChartSubscription.ID) {
        guard let subscription = subscriptions[id] else { return }
        let candles = Array(held.series.candles.suffix(subscription.request.count))
        let batches = CandleBatch.batches(
            of: candles,
            from: subscription.source.name,
            heard: held.heard,
            isProblemNext: held.awaitsProblem || held.problem != nil
        )
        for batch in batches { subscription.deliver(.candles(batch)) }
    }

    private func sendMove(_ batch: CandleBatch, to id: ChartSubscription.ID) {
        guard let subscription = subscriptions[id] else { return }
        var batch = batch
        batch.candles = Array(batch.candles.suffix(subscription.request.count))
        subscription.deliver(.candles(batch))
    }

    /// A part of a series whose older candles are still to come. Only a chart that wants all of them can use it.
    private func pass(_ batch: CandleBatch, _ held: Upstream, to id: ChartSubscription.ID) {
        guard let subscription = subscriptions[id], subscription.request.count == held.count, batch.expected != nil
        else {
            return
        }
        subscription.deliver(.candles(batch))
    }
}
