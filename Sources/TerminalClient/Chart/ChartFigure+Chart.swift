internal import Shared

extension ChartFigure {
    /// The figure of a chart for a plot of this size; nil if there are no candles.
    /// - Parameter paneRows: the rows of the panes below the plot.
    @MainActor
    init?(
        of chart: CoinChart,
        columns: Int,
        rows: Int,
        paneRows: [ChartPart: Int] = [:],
        choices: ChartChoices = .small
    ) {
        let range = chart.range(columns: columns)
        guard !range.isEmpty else { return nil }
        let candles = chart.candles
        // A small chart shows only its own coin.
        let compared = choices == .small ? [] : chart.comparedLines(beside: candles)
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
                choices: choices,
                compared: compared,
                paneRows: paneRows,
                pointed: chart.pointedIndex,
                pointedValue: chart.pointedValue,
                levels: chart.alerts.all.map { ChartLevel($0, in: money, usual, axis) }
            )
        )
    }
}
