internal import Shared
internal import TerminalKit

/// A chart's candles as they are drawn: what depends on the columns and rows of a terminal.
extension CoinChart {
    /// What is to be drawn on a plot of this size; nil where there are no candles.
    func figure(columns: Int, rows: Int) -> ChartFigure? {
        let range = range(columns: columns)
        guard !range.isEmpty else { return nil }
        return ChartFigure(
            candles,
            range: range,
            interval: shownInterval,
            clock: candleClock,
            pitch: settings.window.pitch,
            rows: rows,
            axis: axis,
            pointed: pointedIndex
        )
    }

    /// Columns that the price axis takes, whatever the charset.
    var axisWidth: Int {
        let (candles, axis) = (candles, axis)
        let prices = [candles.map(\.high).max(), candles.map(\.low).min(), candles.last?.close].compactMap(\.self)
        let texts = prices.compactMap { axis.text($0.approximate) }
        return texts.map { max($0.compact.columnCount, $0.scientific.columnCount) }.max() ?? 0
    }

    /// Points at the candle in a column of the plot.
    func clicked(column: Int, columns: Int) {
        let range = range(columns: columns)
        let places = BarPlaces(width: columns, pitch: settings.window.pitch, count: range.count)
        candleClicked(places.index(at: column).map { range.lowerBound + $0 })
    }
}
