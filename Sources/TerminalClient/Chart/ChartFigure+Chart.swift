internal import Shared

extension ChartFigure {
    /// The figure of a chart for a plot of this size; nil if there are no candles.
    /// - Parameters:
    ///   - paneRows: the rows of the panes below the plot.
    ///   - choices: nil for a small chart, which shows only its own coin.
    @MainActor
    init?(
        of chart: CoinChart,
        columns: Int,
        rows: Int,
        paneRows: [ChartPart: Int] = [:],
        choices: ChartChoices? = nil
    ) {
        let range = chart.range(columns: columns)
        guard !range.isEmpty else { return nil }
        let candles = chart.candles
        let compared = choices == nil ? [] : chart.comparedLines(beside: candles)
        let (money, usual, axis) = (chart.money, chart.session.money.name, chart.axis)
        self.init(
            candles,
            range: range,
            interval: chart.shownInterval,
            clock: chart.candleClock,
            pitch: chart.settings.window.pitch,
            rows: rows,
            axis: axis,
            demand: ChartDemand(
                choices: choices ?? .small,
                compared: compared,
                paneRows: paneRows,
                pointed: chart.pointedIndex,
                pointedValue: chart.crosshair?.value,
                levels: chart.alerts.all.map { ChartLevel($0, in: money, usual, axis) }
            )
        )
    }
}
