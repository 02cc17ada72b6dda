internal import NIOCore
internal import Shared

extension SessionHandler {
    /// The charts of a connection. They show the user's source, whichever that is at the moment.
    struct Charts {
        /// What a chart shows, and under which seat: what was on its way to an earlier one is not for it any more.
        fileprivate struct Open {
            let order: ChartOrder
            var seatNumber = 0
        }

        fileprivate var open: [ChartID: Open] = [:]
        fileprivate var lastSeatNumber = 0
        /// What could not be sent in time: these begin anew once there is room.
        fileprivate var late: Set<ChartID> = []
        fileprivate var source = KlineSource.huobi

        var isEmpty: Bool { open.isEmpty }
    }

    func openChart(_ chart: ChartID, _ order: ChartOrder) {
        let limits = surroundings.limits
        guard charts.open[chart] != nil || charts.open.count < limits.charts else {
            let words = "This terminal has \(limits.charts) charts open, which is the most; close one."
            return send(.chartProblem(chart, ChartProblem(source: charts.source, kind: .tooMany, message: words)))
        }
        var order = order
        order.count = min(order.count, limits.candles)
        charts.open[chart] = Charts.Open(order: order)
        takeSeat(chart)
    }

    func closeChart(_ chart: ChartID) {
        guard charts.open.removeValue(forKey: chart) != nil else { return }
        charts.late.remove(chart)
        surroundings.candles.post(.closed(ChartSeat.ID(terminal: id, chart: chart)))
    }

    /// Charts move to the source that the user has chosen, in this terminal or in another.
    func show(candlesFrom source: KlineSource) {
        if source == charts.source { return }
        charts.source = source
        for chart in charts.open.keys { takeSeat(chart) }
    }

    func sendLateCharts() {
        let late = charts.late
        charts.late = []
        for chart in late { takeSeat(chart) }
    }

    private func takeSeat(_ chart: ChartID) {
        guard let context, let user = terminal?.account.id, let order = charts.open[chart]?.order else { return }
        let seatNumber = charts.lastSeatNumber + 1
        charts.lastSeatNumber = seatNumber
        charts.open[chart]?.seatNumber = seatNumber
        let port = NIOLoopBound(self, eventLoop: context.eventLoop)
        let seat = ChartSeat(id: .init(terminal: id, chart: chart), user: user, order: order, source: charts.source) {
            [eventLoop = context.eventLoop] push in
            eventLoop.execute { port.value.receive(push, for: chart, seatNumber: seatNumber) }
        }
        surroundings.candles.post(.opened(seat))
    }

    private func receive(_ push: ChartPush, for chart: ChartID, seatNumber: Int) {
        guard !session.isClosing, charts.open[chart]?.seatNumber == seatNumber else { return }
        guard let context, context.channel.isWritable else {
            charts.late.insert(chart)
            return
        }
        // Half a series is of no use; it comes whole when its turn comes.
        if charts.late.contains(chart) { return }
        switch push {
        case .candles(let batch): send(.candles(chart, batch))
        case .problem(let problem): send(.chartProblem(chart, problem))
        }
    }

    // MARK: Details

    func detailRequested(_ number: UInt32, of coin: CoinID) {
        guard let context else { return }
        // Numbers at random must not cost the provider's patience.
        guard shard.market.row(of: coin) != nil else {
            return send(.detail(number: number, .failure(DetailProblem(message: "The market has no coin \(coin)."))))
        }
        guard detailsUnderWay < Self.detailsMax else {
            return send(.detail(number: number, .failure(DetailProblem(message: "Too many questions at once."))))
        }
        detailsUnderWay += 1
        let promise = context.eventLoop.makePromise(of: Result<CoinDetail, DetailProblem>.self)
        // Unstructured: a handler has no task to be a child of. It ends by itself.
        Task { [details = surroundings.details] in promise.succeed(await details.detail(of: coin)) }
        promise.futureResult.assumeIsolated().whenSuccess { result in
            self.detailsUnderWay -= 1
            if !self.session.isClosing { self.send(.detail(number: number, result)) }
        }
    }
}
