internal import Shared

/// An alert as JSON.
package struct AlertReport: ReportRow, Sendable {
    private let id: String
    private let coin: UInt32
    private let symbol: String?
    private let condition: String
    private let currency: String
    private let repeats: Bool
    private let note: String
    private let state: String
    private let reason: String?
    private let since: String?
    private let words: String
    private let name: String
    /// State and reason in one phrase.
    private let stateWords: String

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, symbol, condition, currency, repeats, note, state, reason, since
        case coin = "coin_id"
    }

    package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// - Parameter usual: the user's currency.
    init(_ alert: Alert, _ judge: AlertJudge, _ usual: String) {
        let (user, market) = (judge.user, judge.market)
        let standing = AlertStanding(alert, judge)
        reason = standing.reason?.description
        stateWords = standing.words
        (id, coin) = (alert.id.description, alert.coin.rawValue)
        symbol = market.knownSymbol(of: alert.coin)
        (condition, currency) = (alert.condition.typed, alert.currency)
        (repeats, note) = (alert.repeats, alert.note)
        words = alert.typed(in: usual)
        name = market.symbol(of: alert.coin)
        let noted = user.state(of: alert)
        since = noted?.since.shortISO8601
        state =
            switch standing.phase {
            case .armed: "armed"
            case .resting: "resting"
            case nil: "waiting"
            }
    }

    fileprivate func cell(_ column: AlertColumn) -> String {
        switch column {
        case .id: id
        case .coin: name
        case .condition: words
        case .fires: repeats ? "repeats" : "once"
        case .state: stateWords
        case .note: note
        }
    }
}

/// An alert that has fired, as JSON.
package struct AlertEventReport: Encodable, Sendable {
    private let number: UInt64
    private let alert: String
    private let coin: UInt32
    private let symbol: String?
    private let condition: String
    private let currency: String
    private let rateDay: String?
    private let note: String
    private let price: String
    private let source: String
    private let time: String
    private let whileDown: Bool

    enum CodingKeys: String, CodingKey {
        case number, alert, symbol, condition, currency, note, price, source, time
        case coin = "coin_id"
        case whileDown = "while_down"
        case rateDay = "rate_day"
    }

    init(_ event: AlertEvent, in market: MarketTable) {
        (number, alert, coin) = (event.number, event.alert.description, event.coin.rawValue)
        symbol = market.knownSymbol(of: event.coin)
        (condition, note, price) = (event.condition.typed, event.note, event.price.plainText)
        (currency, rateDay) = (event.currency, event.rateDay.map { "\($0)" })
        (source, time, whileDown) = (event.source, event.time.shortISO8601, event.whileDown)
    }
}

/// All alerts of a user, and those that have fired.
package struct AlertListReport: Encodable, Sendable {
    package let alerts: [AlertReport]
    private let fired: [AlertEventReport]
    private let lines: [String]

    enum CodingKeys: String, CodingKey { case alerts, fired }

    @MainActor
    package init(_ link: ServerLink) {
        self.init(link.user.table, in: link.market.table, link.rates.rates, currency: link.money.name)
    }

    /// - Parameter usual: the user's currency.
    init(_ user: UserTable, in market: MarketTable, _ rates: ExchangeRates?, currency usual: String) {
        let judge = AlertJudge(user, market, rates)
        let sorted = user.alerts.sorted {
            (market.symbol(of: $0.coin), $0.condition.typed, $0.id.rawValue)
                < (market.symbol(of: $1.coin), $1.condition.typed, $1.id.rawValue)
        }
        alerts = sorted.map { AlertReport($0, judge, usual) }
        fired = user.alertEvents.map { AlertEventReport($0, in: market) }
        lines = user.alertEvents.map { event in
            "fired \(event.number)  \(event.time.shortISO8601)  \(event.line(market.symbol(of: event.coin), in: usual).escaped)"
        }
    }

    package var text: String {
        if alerts.isEmpty, lines.isEmpty { return EmptyReport.alerts.description }
        let table = TextTable.text(of: alerts, in: AlertColumn.allCases) { $0.cell($1) }
        return ((alerts.isEmpty ? [] : [table]) + lines).joined(separator: "\n")
    }
}
