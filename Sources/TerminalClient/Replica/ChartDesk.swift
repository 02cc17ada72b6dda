package import Shared

/// The charts that this terminal has open. They are asked for again with each connection.
@MainActor
package final class ChartDesk {
    private var charts: [ChartID: ChartReplica] = [:]
    private var details: [UInt32: CheckedContinuation<Result<CoinDetail, DetailProblem>, Never>] = [:]
    private var lastNumber: UInt32 = 0
    private var send: ((ClientFrame) -> Void)?
    /// Candles that a chart may have.
    private var candlesMax = SessionLimits().candles

    package init() {}

    // MARK: Inputs

    package func open(_ order: ChartOrder) -> ChartReplica {
        lastNumber += 1
        let chart = ChartReplica(id: ChartID(rawValue: lastNumber), order: order)
        charts[chart.id] = chart
        send?(.openChart(chart.id, order))
        return chart
    }

    /// Asks for more of a chart's candles, as many as the server gives at most.
    package func extend(_ chart: ChartReplica, to count: Int) {
        let count = min(count, candlesMax)
        guard charts[chart.id] != nil, count > chart.order.count else { return }
        chart.extended(to: count)
        send?(.openChart(chart.id, chart.order))
    }

    package func close(_ chart: ChartReplica) {
        charts[chart.id] = nil
        send?(.closeChart(chart.id))
    }

    /// What there is to say about a coin. A connection that is lost meanwhile is a problem, too. Whoever stops asking gets
    /// no answer: one that comes late is dropped.
    package func detail(of coin: CoinID) async -> Result<CoinDetail, DetailProblem> {
        guard let send else { return .failure(.notConnected) }
        lastNumber += 1
        let number = lastNumber
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume(returning: .failure(.dropped)) }
                details[number] = continuation
                send(.detailRequest(number: number, coin))
            }
        } onCancel: {
            // Unstructured: a cancellation comes from anywhere, and the questions belong to the main actor.
            Task { @MainActor in self.receive(number, .failure(.dropped)) }
        }
    }

    // MARK: Connection

    func connected(_ limits: SessionLimits = SessionLimits(), send: @escaping (ClientFrame) -> Void) {
        self.send = send
        candlesMax = limits.candles
        for chart in charts.values { send(.openChart(chart.id, chart.order)) }
    }

    func disconnected() {
        send = nil
        for question in details.values { question.resume(returning: .failure(.notConnected)) }
        details = [:]
    }

    func receive(_ chart: ChartID, _ batch: CandleBatch) { charts[chart]?.receive(batch) }
    func receive(_ chart: ChartID, _ problem: ChartProblem) { charts[chart]?.receive(problem) }
    func receive(_ number: UInt32, _ detail: Result<CoinDetail, DetailProblem>) {
        details.removeValue(forKey: number)?.resume(returning: detail)
    }
}

extension DetailProblem {
    fileprivate static let notConnected = DetailProblem(message: "There is no connection to the server.")
    /// Nobody waits for it.
    fileprivate static let dropped = DetailProblem(message: "Nobody asks any more.")
}
