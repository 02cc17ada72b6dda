/// Distinguishes an indicator's lines. The view gives each ink a color.
enum ChartInk: Int, CaseIterable, Sendable {
    case first, second, third, fourth
    /// Further inks for lines drawn over candles. The candles have colors of their own.
    case plain, faint
}

/// A line of values, one for each candle.
struct IndicatorLine: Equatable, Sendable {
    /// `SMA 20`
    let name: String
    let ink: ChartInk
    /// Nil if too few candles come before it.
    var values: [Double?]
}

/// What an indicator draws in its own pane below the candles.
struct IndicatorPane: Equatable, Sendable {
    /// How the range of a pane's scale is chosen.
    enum Range: Equatable, Sendable {
        /// The same range, whatever the values are.
        case fixed(ClosedRange<Double>)
        /// Equally far on both sides of zero, as far as the values reach.
        case aroundZero
    }

    /// `RSI 14`
    let name: String
    var range: Range
    var lines: [IndicatorLine]
    /// Columns that stand on zero or hang from it: one for each candle, or none.
    var columns: [Double?] = []
    /// Values at which a line runs across the pane.
    var guides: [Double] = []
}
