internal import Shared

/// The charts of a connection. A chart that names no source shows the source that the user currently prefers.
struct ConnectionCharts {
    fileprivate struct Open {
        let id: ChartID
        let request: ChartRequest
        /// The number of its latest request to the candle hub. Answers to earlier requests are ignored.
        var subscription = 0
        /// Something could not be sent in time. The chart restarts once there is room.
        var isLate = false
    }

    /// Few enough for a linear search.
    fileprivate var open: [Open] = []
    fileprivate var lastSubscription = 0
    /// The source that the user prefers; nil if the server offers none.
    fileprivate var source: KlineSource?

    var isEmpty: Bool { open.isEmpty }

    fileprivate func index(of chart: ChartID) -> Int? { open.firstIndex { $0.id == chart } }
}

extension ServerConnection {
    mutating func open(_ chart: ChartID, _ request: ChartRequest, into actions: inout Actions) {
        let limits = terms.limits
        guard let source = source(of: request) else {
            return actions.append(.send(.chartProblem(chart, .unknownSource(request.source, terms.offers))), for: id)
        }
        let index = charts.index(of: chart)
        let most = isNode ? NodeLimits.charts : limits.charts
        guard index != nil || charts.open.count < most else {
            let problem = ChartProblem.tooManyOpen(most, source.name)
            return actions.append(.send(.chartProblem(chart, problem)), for: id)
        }
        var request = request
        request.count = min(request.count, limits.candles)
        let opened = ConnectionCharts.Open(id: chart, request: request)
        if let index { charts.open[index] = opened } else { charts.open.append(opened) }
        begin(index ?? charts.open.count - 1, into: &actions)
    }

    /// An open chart with that number is unchanged.
    func refuse(_ chart: ChartID, interval: Int, into actions: inout Actions) {
        let problem = ChartProblem.unknownInterval(interval, charts.source?.name ?? "")
        actions.append(.send(.chartProblem(chart, problem)), for: id)
    }

    mutating func close(_ chart: ChartID, into actions: inout Actions) {
        guard let index = charts.index(of: chart) else { return }
        charts.open.remove(at: index)
        actions.append(.ask(.closeChart(chart)), for: id)
    }

    /// The user has chosen a source, on this connection or another.
    mutating func show(candlesFrom source: KlineSource?, into actions: inout Actions) {
        if source == charts.source { return }
        charts.source = source
        for index in charts.open.indices where charts.open[index].request.source == nil { begin(index, into: &actions) }
    }

    private func source(of request: ChartRequest) -> KlineSource? {
        if let name = request.source { terms.offers.klineSource(name) } else { charts.source }
    }

    /// Somebody else answers requests about the market from now on.
    mutating func marketPortsChanged(into actions: inout Actions) {
        guard isBeingServed else { return }
        for index in charts.open.indices { begin(index, into: &actions) }
        weeks.isLate = weeks.request != nil
        if isWritable { askForLateWeeks(into: &actions) }
    }

    mutating func reopenLateCharts(into actions: inout Actions) {
        for index in charts.open.indices where charts.open[index].isLate { begin(index, into: &actions) }
    }

    private mutating func begin(_ index: Int, into actions: inout Actions) {
        guard user.account != nil || isNode, let source = source(of: charts.open[index].request) else { return }
        charts.lastSubscription += 1
        charts.open[index].subscription = charts.lastSubscription
        charts.open[index].isLate = false
        let chart = charts.open[index]
        actions.append(
            .ask(.openChart(chart.id, chart.request, source, of: user.account, subscription: chart.subscription)),
            for: id
        )
    }

    mutating func received(_ push: ChartPush, for chart: ChartID, subscription: Int, into actions: inout Actions) {
        guard let index = charts.index(of: chart), charts.open[index].subscription == subscription else { return }
        // Updates after a gap are useless. The whole chart is sent once there is room.
        if !isWritable { charts.open[index].isLate = true }
        if charts.open[index].isLate { return }
        switch push {
        case .candles(let batch): actions.append(.send(.candles(chart, batch)), for: id)
        case .problem(let problem): actions.append(.send(.chartProblem(chart, problem)), for: id)
        }
    }
}
