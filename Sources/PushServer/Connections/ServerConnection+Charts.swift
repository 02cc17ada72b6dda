internal import Shared

/// The charts of a connection. They show the source that the user has chosen, whichever that is at the moment.
struct ConnectionCharts {
    fileprivate struct Open {
        let id: ChartID
        let order: ChartOrder
        /// The number of its latest request to the candle hub: answers to an earlier one are not for it any more.
        var seat = 0
        /// Something could not be sent in time: the chart begins anew once there is room.
        var isLate = false
    }

    /// Few, so that a search through all of them is fast.
    fileprivate var open: [Open] = []
    fileprivate var lastSeat = 0
    fileprivate var source = KlineSource.huobi

    var isEmpty: Bool { open.isEmpty }

    fileprivate func index(of chart: ChartID) -> Int? { open.firstIndex { $0.id == chart } }
}

extension ServerConnection {
    mutating func open(_ chart: ChartID, _ order: ChartOrder, into actions: inout Actions) {
        let limits = terms.limits
        let index = charts.index(of: chart)
        guard index != nil || charts.open.count < limits.charts else {
            let words = "This terminal has \(limits.charts) charts open, which is the most; close one."
            let problem = ChartProblem(source: charts.source, kind: .tooMany, message: words)
            return actions.append(.send(.chartProblem(chart, problem)), for: id)
        }
        var order = order
        order.count = min(order.count, limits.candles)
        let opened = ConnectionCharts.Open(id: chart, order: order)
        if let index { charts.open[index] = opened } else { charts.open.append(opened) }
        begin(index ?? charts.open.count - 1, into: &actions)
    }

    /// A chart of that number that is open stays as it is.
    func refuse(_ chart: ChartID, interval: Int, into actions: inout Actions) {
        let problem = ChartProblem(
            source: charts.source,
            kind: .unknownInterval,
            message: "This server does not know the interval number \(interval) of charts."
        )
        actions.append(.send(.chartProblem(chart, problem)), for: id)
    }

    mutating func close(_ chart: ChartID, into actions: inout Actions) {
        guard let index = charts.index(of: chart) else { return }
        charts.open.remove(at: index)
        actions.append(.ask(.closeChart(chart)), for: id)
    }

    /// The user has chosen a source, on this connection or on another one.
    mutating func show(candlesFrom source: KlineSource, into actions: inout Actions) {
        if source == charts.source { return }
        charts.source = source
        for index in charts.open.indices { begin(index, into: &actions) }
    }

    mutating func reopenLateCharts(into actions: inout Actions) {
        for index in charts.open.indices where charts.open[index].isLate { begin(index, into: &actions) }
    }

    private mutating func begin(_ index: Int, into actions: inout Actions) {
        guard let account = user.account else { return }
        charts.lastSeat += 1
        charts.open[index].seat = charts.lastSeat
        charts.open[index].isLate = false
        let chart = charts.open[index]
        actions.append(
            .ask(.openChart(chart.id, chart.order, charts.source, of: account, seat: chart.seat)),
            for: id
        )
    }

    mutating func received(_ push: ChartPush, for chart: ChartID, seat: Int, into actions: inout Actions) {
        guard let index = charts.index(of: chart), charts.open[index].seat == seat else { return }
        // What follows a gap is of no use: the chart comes whole when its turn comes.
        if !isWritable { charts.open[index].isLate = true }
        if charts.open[index].isLate { return }
        switch push {
        case .candles(let batch): actions.append(.send(.candles(chart, batch)), for: id)
        case .problem(let problem): actions.append(.send(.chartProblem(chart, problem)), for: id)
        }
    }
}
