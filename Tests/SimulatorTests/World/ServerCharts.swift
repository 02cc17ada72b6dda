import Shared

@testable import PushServer

/// The charts of a connection, as `SessionHandler` has them.
@MainActor
struct ServerCharts {
    fileprivate struct Open {
        let order: ChartOrder
        var seatNumber = 0
    }

    fileprivate struct Push: Sendable {
        let chart: ChartID
        let seatNumber: Int
        let push: ChartPush
    }

    fileprivate let id: TerminalID
    fileprivate var open: [ChartID: Open] = [:]
    fileprivate var late: Set<ChartID> = []
    fileprivate var source = KlineSource.huobi
    fileprivate var lastSeatNumber = 0
    fileprivate let pushes = Mailbox<Push>()
    fileprivate var arrived: [Push] = []

    init(_ id: TerminalID) { self.id = id }

    var isEmpty: Bool { open.isEmpty }
    var hasPushes: Bool {
        mutating get {
            arrived += pushes.takeAll()
            return !arrived.isEmpty
        }
    }

    fileprivate var inOrder: [ChartID] { open.keys.sorted { $0.rawValue < $1.rawValue } }

    fileprivate mutating func seat(_ chart: ChartID, of user: AccountID) -> ChartSeat? {
        guard let order = open[chart]?.order else { return nil }
        lastSeatNumber += 1
        let number = lastSeatNumber
        open[chart]?.seatNumber = number
        return ChartSeat(id: .init(terminal: id, chart: chart), user: user, order: order, source: source) {
            [pushes] push in
            pushes.post(Push(chart: chart, seatNumber: number, push: push))
        }
    }
}

extension ServerEnd {
    func open(_ chart: ChartID, _ order: ChartOrder) {
        guard charts.open[chart] != nil || charts.open.count < server.limits.charts else { return }
        charts.open[chart] = .init(order: order)
        takeSeat(chart)
    }

    func close(_ chart: ChartID) {
        guard charts.open.removeValue(forKey: chart) != nil else { return }
        charts.late.remove(chart)
        server.candles.mailbox.post(.closed(.init(terminal: id, chart: chart)))
    }

    func show(candlesFrom source: KlineSource) {
        if source == charts.source { return }
        charts.source = source
        for chart in charts.inOrder { takeSeat(chart) }
    }

    func sendLateCharts() {
        let late = charts.late
        charts.late = []
        for chart in charts.inOrder where late.contains(chart) { takeSeat(chart) }
    }

    func takeChartPush() throws {
        guard charts.hasPushes else { return }
        let push = charts.arrived.removeFirst()
        guard !hasEnded, !session.isClosing, charts.open[push.chart]?.seatNumber == push.seatNumber else { return }
        guard isWritable else {
            charts.late.insert(push.chart)
            return
        }
        if charts.late.contains(push.chart) { return }
        switch push.push {
        case .candles(let batch): try send(.candles(push.chart, batch))
        case .problem(let problem): try send(.chartProblem(push.chart, problem))
        }
    }

    private func takeSeat(_ chart: ChartID) {
        guard let user = terminal?.account.id, let seat = charts.seat(chart, of: user) else { return }
        server.candles.mailbox.post(.opened(seat))
    }
}
