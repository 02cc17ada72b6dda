package import Shared

/// The charts that this terminal has open. They are asked for again with each connection.
@MainActor
package final class ChartDesk {
    private var charts: [ChartID: ChartReplica] = [:]
    private var details: [UInt32: CheckedContinuation<Result<CoinDetail, DetailProblem>, Never>] = [:]
    private var lastNumber: UInt32 = 0
    private var send: ((ClientFrame) -> Void)?

    package init() {}

    // MARK: Inputs

    package func open(_ order: ChartOrder) -> ChartReplica {
        lastNumber += 1
        let chart = ChartReplica(id: ChartID(rawValue: lastNumber), order: order)
        charts[chart.id] = chart
        send?(.openChart(chart.id, order))
        return chart
    }

    package func close(_ chart: ChartReplica) {
        charts[chart.id] = nil
        send?(.closeChart(chart.id))
    }

    /// What there is to say about a coin. A connection that is lost meanwhile is a problem, too.
    package func detail(of coin: CoinID) async -> Result<CoinDetail, DetailProblem> {
        guard let send else { return .failure(.notConnected) }
        lastNumber += 1
        let number = lastNumber
        return await withCheckedContinuation { continuation in
            details[number] = continuation
            send(.detailRequest(number: number, coin))
        }
    }

    // MARK: Connection

    func connected(send: @escaping (ClientFrame) -> Void) {
        self.send = send
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
}
