internal import Shared
internal import TerminalKit

/// Where the parts of a chart are in an area, and what they show. Drawing and the mouse share it.
struct ChartPlan {
    /// Everything that a plan depends on.
    struct Inputs: Equatable {
        var chart: CoinChart.Inputs
        var area: Rect
        /// Nil if the chart is small.
        var choices: ChartChoices?
        /// Which clock the times are of.
        var times: TimeChoice
    }

    var area = Rect.zero
    var layout = ChartLayout(.zero, axisWidth: 0, hasVolumes: false)
    /// Nil if there are no candles, or too little room for them.
    var figure: ChartFigure?

    /// The width of the plot.
    var columns: Int { layout.plot.width }
}

@MainActor
extension ChartPlan {
    /// - Parameter choices: nil for a small chart.
    init(of chart: CoinChart, in area: Rect, choices: ChartChoices?) {
        self.area = area
        layout = ChartLayout(of: chart, in: area, choices: choices)
        if layout.isTooSmall { return }
        figure = ChartFigure(
            of: chart,
            columns: layout.plot.width,
            rows: layout.plot.height,
            paneRows: layout.paneRows,
            choices: choices
        )
    }
}

@MainActor
extension ChartLayout {
    /// - Parameter choices: nil for a small chart.
    init(of chart: CoinChart, in area: Rect, choices: ChartChoices?) {
        let shown = choices ?? .small
        self.init(
            area,
            axisWidth: Self.axisWidth(of: chart, choices),
            zoneWidth: Self.zoneWidth(of: chart),
            hasVolumes: shown.parts.contains(.volume) && chart.hasVolumes,
            parts: shown.ordered,
            hasLegend: choices != nil && (chart.isComparing || shown.hasLines)
        )
    }

    /// How many columns the axis takes. They do not depend on the charset.
    private static func axisWidth(of chart: CoinChart, _ choices: ChartChoices?) -> Int {
        if choices != nil, chart.isComparing { return comparisonAxisWidth(of: chart) }
        return choices?.scale == .percent ? max(percentWidth, priceAxisWidth(of: chart)) : priceAxisWidth(of: chart)
    }

    /// `+123.45%`
    private static let percentWidth = 8

    private static func priceAxisWidth(of chart: CoinChart) -> Int {
        let (candles, axis) = (chart.candles, chart.axis)
        let prices = [candles.map(\.high).max(), candles.map(\.low).min(), candles.last?.close].compactMap(\.self)
        let texts = prices.compactMap { axis.text($0.approximate) }
        return texts.map { max($0.compact.columnCount, $0.scientific.columnCount) }.max() ?? 0
    }

    /// In summer, a zone may have a longer name than in winter.
    private static func zoneWidth(of chart: CoinChart) -> Int {
        let ends = [chart.candles.first, chart.candles.last].compactMap(\.self)
        return ends.map { chart.candleClock.zone(at: $0.time).columnCount }.max() ?? 0
    }

    /// The width of the symbol and value beside each line's end: `ETH +104.31%`.
    private static func comparisonAxisWidth(of chart: CoinChart) -> Int {
        let symbols = [chart.symbol] + chart.compared.map(\.symbol)
        return min(8, symbols.map(\.columnCount).max() ?? 0) + 1 + percentWidth
    }
}
