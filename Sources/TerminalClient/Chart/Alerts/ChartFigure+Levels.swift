internal import Shared
internal import TerminalKit

/// A price to which the chart draws a line: the limit of an alert.
struct ChartLevel: Equatable, Sendable {
    let alert: ChartAlert
    /// In the currency of the chart.
    let value: Double
    /// A limit in another currency than the user's names it, also beside its place on the scale of the chart.
    let text: String

    /// - Parameters:
    ///   - money: the currency of the chart.
    ///   - usual: the user's currency.
    init(_ alert: ChartAlert, in money: ShownCurrency, _ usual: String, _ axis: PriceAxis) {
        self.alert = alert
        value = alert.value(on: money)
        let limit = PriceText(alert.limit.plainText).full + (alert.currency == usual ? "" : " \(alert.currency)")
        let isOnScale = alert.currency == money.name
        let amount = isOnScale ? limit : "\(axis.text(value)?.full ?? "") (\(limit))"
        text = "alert \(alert.isRise ? ">" : "<")\(amount)"
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
