internal import Shared

/// A chart of a following node at the node that it follows, with the candles that have come.
struct UpstreamChart {
    /// What a batch is to those who view the chart.
    enum News { case part, whole, move }

    let id: ChartID
    /// How many candles were asked for.
    let count: Int
    /// Whether the whole series has come.
    private(set) var isWhole = false
    private var series: CandleSequence
    /// How many candles there will be in all, while older ones are still to come.
    private var expected: Int?
    private var heard: MarketTime?
    private var problem: ChartProblem?
    /// Whether the other node has announced a problem that has not come yet.
    private var awaitsProblem = false

    /// Whether its candles, or the problem that they announced, are still to come. A chart that has a problem does not
    /// wait.
    var isWaiting: Bool { problem == nil && (!isWhole || awaitsProblem) }

    init(_ id: ChartID, of interval: CandleInterval, count: Int) {
        (self.id, self.count) = (id, count)
        series = CandleSequence(interval: interval, countMax: count)
    }

    mutating func received(_ batch: CandleBatch) -> News {
        if batch.isFirst {
            series = CandleSequence(interval: series.interval, countMax: count)
            isWhole = false
        }
        series.merge(batch.candles)
        (expected, heard, awaitsProblem) = (batch.expected, batch.heard, batch.isProblemNext)
        if isWhole { return .move }
        guard batch.isLast else { return .part }
        (isWhole, problem) = (true, nil)
        return .whole
    }

    mutating func received(_ problem: ChartProblem) { (self.problem, awaitsProblem) = (problem, false) }

    /// What a chart that begins now gets. Until the first answer, that is nothing.
    /// - Parameters:
    ///   - count: how many candles it wants, at most as many as this chart has asked for.
    ///   - source: the name of a `KlineSource`.
    func beginning(count: Int, from source: String) -> [ChartPush] {
        var pushes: [ChartPush] = []
        if isWhole || expected != nil {
            let batches = CandleBatch.batches(
                of: Array(series.candles.suffix(count)),
                from: source,
                expected: expected,
                heard: heard,
                isProblemNext: awaitsProblem || problem != nil
            )
            pushes = batches.map { .candles($0) }
        }
        if let problem { pushes.append(.problem(problem)) }
        return pushes
    }
}
