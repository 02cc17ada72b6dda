internal import Shared

/// What lines tell in place of prices, whenever it has changed.
package enum PlainPage: Hashable, Sendable {
    case holdings
    case alerts

    func lines(_ now: PlainFeed.Moment) -> [String] {
        switch self {
        case .holdings:
            let report = HoldingsReport(
                now.user.transactions,
                now.user[Settings.costMethod],
                in: now.table,
                money: now.money,
                at: now.time
            )
            return Self.lines(of: report.text(hasAges: false)) + report.warnings.map(\.escaped)
        case .alerts:
            return Self.lines(of: AlertListReport(now.user, in: now.table, now.rates, currency: now.money.name).text)
        }
    }

    private static func lines(of text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}
