internal import Shared
internal import TerminalKit

/// A chart's candles as they are drawn: what depends on the columns and rows of a terminal.
extension CoinChart {
    /// What is to be drawn on a plot of this size; nil where there are no candles.
    /// - Parameter paneRows: of the panes below the plot.
    func figure(
        columns: Int,
        rows: Int,
        paneRows: [ChartPart: Int] = [:],
        choices: ChartChoices = .small
    ) -> ChartFigure? {
        let range = range(columns: columns)
        guard !range.isEmpty else { return nil }
        let candles = candles
        // A small chart shows its own coin alone.
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
                pointedValue: pointedValue
            )
        )
    }

    /// Columns that the axis takes, whatever the charset.
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

    /// Points at the candle in a column of the plot.
    /// - Parameter value: what the row stands for that was pointed at; nil: the candle's close.
    func clicked(column: Int, columns: Int, value: Double? = nil) {
        let range = range(columns: columns)
        let places = BarPlaces(width: columns, pitch: settings.window.pitch, count: range.count)
        candlePointed(places.index(at: column).map { range.lowerBound + $0 }, value: value)
    }
}

// MARK: Comparing
extension CoinChart {
    /// Each line's end has its symbol beside it: `ETH 104.31%`.
    private var comparisonAxisWidth: Int {
        let symbols = [symbol] + compared.map(\.symbol)
        return min(8, symbols.map(\.columnCount).max() ?? 0) + 1 + Self.percentWidth
    }
}
