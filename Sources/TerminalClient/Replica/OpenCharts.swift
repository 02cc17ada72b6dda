package import Shared

/// The charts that this terminal has open. They are requested again with each connection.
@MainActor
package final class OpenCharts {
    private var charts: [ChartID: ChartReplica] = [:]
    private let details = NumberedRequests<Result<CoinDetail, AnswerProblem>>()
    private let pace: MarketPace
    private var cache: ChartCache
    private var lastNumber: UInt32 = 0
    private var send: ((ClientFrame) -> Void)?
    /// How many candles a chart may have.
    private var candlesMax = SessionLimits().candles

    /// - Parameters:
    ///   - pace: how often moving candles are shown.
    ///   - cached: the charts that an earlier process had open last.
    package init(pace: MarketPace = MarketPace(), cached: [CachedChart] = []) {
        self.pace = pace
        cache = ChartCache(cached)
    }

    /// The charts that are open or were open last, to keep for the next process.
    var cached: [CachedChart] {
        var all = cache
        for chart in opened.compactMap(\.cached) { all.keep(chart) }
        return all.charts
    }

    /// The open charts, in the order in which they were opened.
    private var opened: [ChartReplica] { charts.values.sorted { $0.id.rawValue < $1.id.rawValue } }

    /// Whether a request has neither an answer nor a problem.
    var isAwaiting: Bool { details.isAwaiting || charts.values.contains { $0.isAwaiting && $0.problem == nil } }

    // MARK: Inputs

    /// Without a connection, the chart begins as it was when it was last closed.
    package func open(_ request: ChartRequest) -> ChartReplica {
        lastNumber += 1
        let chart = ChartReplica(
            id: ChartID(rawValue: lastNumber),
            request: request,
            pace: pace,
            cached: send == nil ? cache.chart(for: request) : nil
        )
        charts[chart.id] = chart
        send?(.openChart(chart.id, request))
        return chart
    }

    /// Requests more candles of a chart, up to the server's limit.
    package func extend(_ chart: ChartReplica, to count: Int) {
        let count = min(count, candlesMax)
        guard charts[chart.id] != nil, count > chart.request.count else { return }
        chart.extended(to: count)
        send?(.openChart(chart.id, chart.request))
    }

    package func close(_ chart: ChartReplica) {
        charts[chart.id] = nil
        if let chart = chart.cached { cache.keep(chart) }
        send?(.closeChart(chart.id))
    }

    /// A coin's page. A lost connection is a problem, too. If the calling task is cancelled, a later answer is dropped.
    package func detail(of coin: CoinID) async -> Result<CoinDetail, AnswerProblem> {
        switch await details.ask({ .detailRequest(number: $0, coin) }) {
        case .success(let answer): answer
        case .failure(let absence): .failure(AnswerProblem(absence))
        }
    }

    // MARK: Connection

    func connected(_ limits: SessionLimits = SessionLimits(), send: @escaping (ClientFrame) -> Void) {
        self.send = send
        details.connected(send: send)
        candlesMax = limits.candles
        for chart in opened { send(.openChart(chart.id, chart.request)) }
    }

    func disconnected() {
        send = nil
        details.disconnected()
    }

    func receive(_ chart: ChartID, _ batch: CandleBatch) { charts[chart]?.receive(batch) }
    func receive(_ chart: ChartID, _ problem: ChartProblem) { charts[chart]?.receive(problem) }
    func receive(_ number: UInt32, _ detail: Result<CoinDetail, AnswerProblem>) {
        details.receive(number, detail)
    }
}
