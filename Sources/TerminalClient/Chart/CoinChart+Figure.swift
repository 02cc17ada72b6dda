internal import Shared
internal import TerminalKit

/// A chart's candles as they are drawn, which depends on the size of the terminal.
extension CoinChart {
    /// The figure for a plot of this size; nil if there are no candles.
    /// - Parameter paneRows: the rows of the panes below the plot.
    func figure(
        columns: Int,
        rows: Int,
        paneRows: [ChartPart: Int] = [:],
        choices: ChartChoices = .small
    ) -> ChartFigure? {
        let range = range(columns: columns)
        guard !range.isEmpty else { return nil }
        let candles = candles
        // A small chart shows only its own coin.
        let compared = choices == .small ? [] : comparedLines(beside: candles)
        return ChartFigure(
            candles,
            range: range,
            interval: shownInterval,
            clock: candleClock,
            pitch: settings.window.pitch,
            rows: rows,
            axis: axis,
            demand: ChartDemand(
                choices: choices,
                compared: compared,
                paneRows: paneRows,
                pointed: pointedIndex,
                pointedValue: pointedValue,
                levels: levels
            )
        )
    }

    private var levels: [ChartLevel] {
        let (money, usual, axis) = (money, session.money.name, axis)
        return alerts.all.map { ChartLevel($0, in: money, usual, axis) }
    }

    /// The columns that the axis takes, whatever the charset.
    func axisWidth(_ choices: ChartChoices) -> Int {
        if isComparing, choices != .small { return comparisonAxisWidth }
        return choices.scale == .percent ? max(Self.percentWidth, priceAxisWidth) : priceAxisWidth
    }

    /// `+123.45%`
    private static let percentWidth = 8

    private var priceAxisWidth: Int {
        let (candles, axis) = (candles, axis)
        let prices = [candles.map(\.high).max(), candles.map(\.low).min(), candles.last?.close].compactMap(\.self)
        let texts = prices.compactMap { axis.text($0.approximate) }
        return texts.map { max($0.compact.columnCount, $0.scientific.columnCount) }.max() ?? 0
    }

    /// The user pointed at the candle in a column of the plot.
    /// - Parameter value: the value of the row that was pointed at; nil: the candle's close.
    func clicked(column: Int, columns: Int, value: Double? = nil) {
        let range = range(columns: columns)
        let places = BarPlaces(width: columns, pitch: settings.window.pitch, count: range.count)
        candlePointed(places.index(at: column).map { range.lowerBound + $0 }, value: value)
    }
}

// MARK: Comparing
extension CoinChart {
    /// The width of the symbol and value beside each line's end: `ETH 104.31%`.
    private var comparisonAxisWidth: Int {
        let symbols = [symbol] + compared.map(\.symbol)
        return min(8, symbols.map(\.columnCount).max() ?? 0) + 1 + Self.percentWidth
    }
}
