internal import Shared

/// The charts of one series at the followed node.
///
/// Each chart here is served by the shortest of them that is long enough. One whole chart serves all that are not
/// longer. Until it is whole, each number of candles has a chart of its own: a long chart may have to wait for the
/// provider, or be refused, and a short chart must not suffer from that.
struct UpstreamSeries {
    /// The shortest first. No two have the same length.
    private(set) var charts: [UpstreamChart] = []

    init() {}

    /// The chart that serves those of `count` candles.
    func chart(for count: Int) -> UpstreamChart? { charts.first { $0.count >= count } }

    /// Whether one of these charts is enough for a chart of `count` candles.
    func serves(_ count: Int) -> Bool { chart(for: count).map { $0.isWhole || $0.count == count } ?? false }

    func shorter(than chart: ChartID) -> [ChartID] { Array(charts.map(\.id).prefix { $0 != chart }) }

    mutating func add(_ chart: UpstreamChart) {
        charts.insert(chart, at: charts.firstIndex { $0.count > chart.count } ?? charts.endIndex)
    }

    mutating func remove(_ unused: [ChartID]) { charts.removeAll { unused.contains($0.id) } }

    /// - Returns: nil if the chart is not here.
    mutating func received(_ batch: CandleBatch, of chart: ChartID) -> UpstreamChart.News? {
        guard let index = charts.firstIndex(where: { $0.id == chart }) else { return nil }
        return charts[index].received(batch)
    }

    mutating func received(_ problem: ChartProblem, of chart: ChartID) {
        guard let index = charts.firstIndex(where: { $0.id == chart }) else { return }
        charts[index].received(problem)
    }
}
