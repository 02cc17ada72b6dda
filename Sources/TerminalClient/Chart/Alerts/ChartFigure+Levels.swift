internal import Shared
internal import TerminalKit

/// A price to which the chart draws a line: the limit of an alert.
struct ChartLevel: Equatable, Sendable {
    let alert: ChartAlert
    /// In the currency of the chart.
    let value: Double
    let text: String

    init(_ alert: ChartAlert, in money: ShownCurrency, _ axis: PriceAxis) {
        self.alert = alert
        value = alert.value(on: money)
        let isAsTyped = alert.currency == money.name
        let digits = isAsTyped ? PriceText(alert.limit.plainText).full : axis.text(value)?.full
        text = "alert \(alert.isRise ? ">" : "<")\(digits ?? "")"
    }
}

extension ChartFigure {
    /// The line of an alert on the plot.
    struct Level: Equatable, Sendable {
        let alert: AlertID
        /// Counted from the top of the plot. If the price is outside, the name is at the nearest end.
        let row: Int
        let isInside: Bool
        let text: String
        let isMoving: Bool
    }

    /// Of the lines outside, only those nearest to the plot are named.
    static func levels(_ levels: [ChartLevel], on scale: ValueScale) -> [Level] {
        let outside = levels.filter { scale.row(of: $0.value) == nil }
        let above = outside.filter { $0.value > scale.upper }.min { $0.value < $1.value }
        let below = outside.filter { $0.value <= scale.upper }.max { $0.value < $1.value }
        return levels.compactMap { level in
            let row = scale.row(of: level.value)
            guard row != nil || level == above || level == below || level.alert.isMoving else { return nil }
            let isAbove = level.value > scale.upper
            return Level(
                alert: level.alert.id,
                row: row ?? (isAbove ? 0 : scale.rows - 1),
                isInside: row != nil,
                text: row == nil ? "\(isAbove ? "↑" : "↓") \(level.text)" : level.text,
                isMoving: level.alert.isMoving
            )
        }
    }
}
