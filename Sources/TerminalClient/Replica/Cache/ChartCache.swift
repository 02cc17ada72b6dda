internal import Shared

/// The charts that this terminal had open last, to show them without a connection.
package struct ChartCache: Sendable {
    /// The chart that was open longest ago is removed first.
    static let chartsMax = 12
    /// The newest candles count.
    static let candlesMax = 500

    /// The newest first.
    package private(set) var charts: [CachedChart] = []

    package init(_ charts: [CachedChart] = []) { self.charts = Array(charts.prefix(Self.chartsMax)) }

    func chart(for request: ChartRequest) -> CachedChart? { charts.first { $0.isOf(request) } }

    /// - Parameter chart: replaces one of the same coin and interval.
    mutating func keep(_ chart: CachedChart) {
        var chart = chart
        chart.candles = chart.candles.suffix(Self.candlesMax)
        charts = Array(([chart] + charts.filter { !$0.isOf(chart.request) }).prefix(Self.chartsMax))
    }
}
