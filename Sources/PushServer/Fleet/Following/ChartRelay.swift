internal import Shared

/// The charts of a node that follows another one. The node asks for each series once, however many charts show it, and
/// hands the answer to all of them. While a longer chart waits for its candles, the node also asks for shorter
/// ones.
///
/// It knows no connection: its inputs are the charts' requests and the other node's frames.
struct ChartRelay {
    private var subscriptions = SubscriptionTable()
    private var upstream: [SeriesKey: UpstreamSeries] = [:]
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
        // If a series has only one chart at the other node, it serves all that are left.
        for (key, series) in upstream where series.charts.count > 1 || subscriptions.watchers(of: key).isEmpty {
            let used = counts(of: key).compactMap { series.chart(for: $0)?.id }
            close(series.charts.map(\.id).filter { !used.contains($0) }, of: key)
        }
    }

    private mutating func close(_ unused: [ChartID], of key: SeriesKey) {
        upstream[key]?.remove(unused)
        if upstream[key]?.charts.isEmpty == true { upstream[key] = nil }
        for chart in unused {
            keys[chart] = nil
            frames.append(.closeChart(chart))
        }
    }

    private mutating func serve(_ id: ChartSubscription.ID) {
        guard let subscription = subscriptions[id] else { return }
        guard subscriptions.hasShare(for: subscription) else {
            subscriptions.turnAway(id)
            return subscription.deliver(.problem(.tooManyOfUser(subscription.source)))
        }
        subscriptions.watch(id)
        ask(for: subscription.request.count, of: subscription.key)
        begin(subscription)
    }

    /// Asks for so many candles, unless a chart at the other node serves them.
    private mutating func ask(for count: Int, of key: SeriesKey) {
        if upstream[key]?.serves(count) == true { return }
        lastChart &+= 1
        let chart = ChartID(rawValue: lastChart)
        keys[chart] = key
        upstream[key, default: UpstreamSeries()].add(UpstreamChart(chart, of: key.interval, count: count))
        frames.append(
            .openChart(
                chart,
                ChartRequest(coin: key.coin, interval: key.interval, count: count, source: key.source.name)
            )
        )
    }

    private func begin(_ subscription: ChartSubscription) {
        let count = subscription.request.count
        guard let chart = upstream[subscription.key]?.chart(for: count) else { return }
        for push in chart.beginning(count: count, from: subscription.source.name) { subscription.deliver(push) }
    }

    /// How many candles the charts of a series want.
    private func counts(of key: SeriesKey) -> Set<Int> {
        Set(subscriptions.watchers(of: key).compactMap { subscriptions[$0]?.request.count })
    }

    // MARK: The other node

    /// A connection has begun. Nothing was asked for on it yet.
    mutating func connected() {
        (frames, upstream, keys) = ([], [:], [:])
        for key in subscriptions.watchers.keys { askForAll(of: key) }
    }

    private mutating func askForAll(of key: SeriesKey) {
        for count in counts(of: key) { ask(for: count, of: key) }
    }

    /// There has been no connection for a while. Each chart that waits for candles or for an
    /// announced problem is told once. The others keep what they have.
    mutating func disconnected() {
        for (key, series) in upstream {
            for chart in series.charts where chart.isWaiting { received(.noMarket(key.source), of: chart.id) }
        }
    }

    mutating func received(_ batch: CandleBatch, of chart: ChartID) {
        guard let key = keys[chart], let news = upstream[key]?.received(batch, of: chart) else { return }
        switch news {
        case .move: for viewer in viewers(of: chart, key) { send(batch, to: viewer) }
        case .whole:
            close(upstream[key]?.shorter(than: chart) ?? [], of: key)
            for viewer in viewers(of: chart, key) { begin(viewer) }
        // The rest of a whole series follows at once.
        case .part where batch.expected == nil: break
        case .part:
            // The series may have been whole before. Shorter charts do not wait for its older candles.
            if batch.isFirst { askForAll(of: key) }
            for viewer in viewers(of: chart, key) { viewer.deliver(.candles(batch)) }
        }
    }

    mutating func received(_ problem: ChartProblem, of chart: ChartID) {
        guard let key = keys[chart] else { return }
        upstream[key]?.received(problem, of: chart)
        for viewer in viewers(of: chart, key) { viewer.deliver(.problem(problem)) }
    }

    /// The charts here that a chart at the other node serves.
    private func viewers(of chart: ChartID, _ key: SeriesKey) -> [ChartSubscription] {
        subscriptions.watchers(of: key).compactMap { subscriptions[$0] }.filter {
            upstream[key]?.chart(for: $0.request.count)?.id == chart
        }
    }

    private func send(_ move: CandleBatch, to viewer: ChartSubscription) {
        var move = move
        move.candles = Array(move.candles.suffix(viewer.request.count))
        viewer.deliver(.candles(move))
    }
}
