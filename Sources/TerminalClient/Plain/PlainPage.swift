internal import Shared

/// What lines tell in place of prices, whenever it has changed.
package enum PlainPage: Hashable, Sendable {
    case holdings
    case alerts

    func lines(_ now: PlainFeed.Moment) -> [String] {
        let text =
            switch self {
            case .holdings:
                HoldingsReport(
                    now.user.transactions,
                    now.user[Settings.costMethod],
                    in: now.table,
                    money: now.money,
                    at: now.time
                )
                .text(hasAges: false)
            case .alerts: AlertListReport(now.user, in: now.table, now.rates, currency: now.money.name).text
            }
        return text.split(separator: "\n").map(String.init)
    }
}
