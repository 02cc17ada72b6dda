/// What an indicator's lines are told apart by; the view gives each a color.
enum ChartInk: Int, CaseIterable, Sendable {
    case first, second, third, fourth
    /// Beside those, between candles that have their own colors.
    case plain, faint
}

/// A line of values, one for each candle.
struct IndicatorLine: Equatable, Sendable {
    /// `SMA 20`
    let name: String
    let ink: ChartInk
    /// Nil: there are too few candles before it.
    var values: [Double?]
}

/// What an indicator draws in a pane of its own beneath the candles.
struct IndicatorPane: Equatable, Sendable {
    /// How the values of a pane are placed.
    enum Range: Equatable, Sendable {
        /// Whatever the values are.
        case fixed(ClosedRange<Double>)
        /// As far from zero as the values go.
        case aroundZero
    }

    /// `RSI 14`
    let name: String
    var range: Range
    var lines: [IndicatorLine]
    /// Columns that stand on zero or hang from it, one for each candle; empty: none.
    var columns: [Double?] = []
    /// Values that have a line across.
    var guides: [Double] = []
}
