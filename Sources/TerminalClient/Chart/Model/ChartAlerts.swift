internal import Observation
internal import Shared

/// An alert at a price, which is a line on its coin's chart.
struct ChartAlert: Hashable, Sendable {
    let id: AlertID
    let isRise: Bool
    /// Dollars, or the currency of the chart.
    let currency: String
    var limit: ExactDecimal
    /// Whether the user is moving the line. Then the alert does not have this limit yet.
    var isMoving = false

    /// - Returns: nil for an alert about something else than a price, or in a currency that the chart does not show.
    init?(_ alert: Alert, on money: ShownCurrency) {
        guard [Currency.usd.name, money.name].contains(alert.currency) else { return nil }
        switch alert.condition {
        case .priceAbove(let limit): (isRise, self.limit) = (true, limit)
        case .priceBelow(let limit): (isRise, self.limit) = (false, limit)
        default: return nil
        }
        (id, currency) = (alert.id, alert.currency)
    }

    /// The limit in the currency of the chart.
    func value(on money: ShownCurrency) -> Double {
        currency == money.name ? limit.approximate : money.amount(limit.approximate)
    }

    /// A limit in the alert's currency.
    /// - Parameter shown: in the currency of the chart.
    func limit(_ shown: ExactDecimal, on money: ShownCurrency) -> ExactDecimal? {
        currency == money.name ? shown : money.dollars(shown)
    }

    var condition: AlertCondition { isRise ? .priceAbove(limit) : .priceBelow(limit) }
}

/// The alerts on a chart's coin, and the one whose line the user is moving.
@MainActor
@Observable
final class ChartAlerts {
    /// How a move ended.
    enum MoveResult: Equatable {
        case unchanged
        /// Another terminal has removed the alert.
        case gone
        /// The line is no longer what it was: the alert was changed, or the chart has another currency.
        case changed
        case moved(Alert)
    }

    struct Move: Equatable {
        /// The line when the move began. The move counts only as long as the alert still has this line.
        let start: ChartAlert
        /// The line where the user has moved it.
        private(set) var line: ChartAlert

        fileprivate init(_ start: ChartAlert) {
            (self.start, line) = (start, start)
            line.isMoving = true
        }

        fileprivate mutating func moved(to limit: ExactDecimal) { line.limit = limit }
    }

    private let coin: CoinID
    private let session: Session
    private(set) var move: Move?

    init(coin: CoinID, session: Session) { (self.coin, self.session) = (coin, session) }

    // MARK: Outputs

    /// The lowest limit first.
    var all: [ChartAlert] {
        let money = money
        return session.user.table.alerts.filter { $0.coin == coin }.compactMap { ChartAlert($0, on: money) }.map {
            alert in
            if let move, move.start == alert { move.line } else { alert }
        }
        .sorted { ($0.value(on: money), $0.id.rawValue) < ($1.value(on: money), $1.id.rawValue) }
    }

    /// The currency of the chart.
    private var money: ShownCurrency { session.money.forHistory }

    var isMoving: Bool { move != nil }
    var moving: ChartAlert? { move == nil ? nil : all.first(where: \.isMoving) }

    // MARK: Inputs

    /// Begins to move the line that is nearest to a price. If a line is moving already, this gives up its move and
    /// takes the next higher line, or the lowest one after the highest.
    /// - Parameter price: in dollars.
    /// - Returns: false if there is no line.
    func nextRequested(near price: Double) -> Bool {
        let (all, money) = (all, money)
        let distance = { (alert: ChartAlert) in abs(alert.value(on: money) - money.amount(price)) }
        guard !all.isEmpty else { return false }
        if let place = all.firstIndex(where: \.isMoving) {
            move = nil
            grabbed(all[(place + 1) % all.count].id)
        } else if let nearest = all.min(by: { distance($0) < distance($1) }) {
            grabbed(nearest.id)
        }
        return true
    }

    func grabbed(_ id: AlertID) {
        guard let alert = session.user.table.alert(id).flatMap({ ChartAlert($0, on: money) }) else { return }
        move = Move(alert)
    }

    /// - Parameter limit: in the alert's currency.
    func moved(to limit: ExactDecimal) { move?.moved(to: limit) }

    func cancelled() { move = nil }

    /// Gives the alert its new limit, on all of the user's terminals.
    func kept() -> MoveResult {
        guard let move else { return .unchanged }
        let moved = moving
        self.move = nil
        guard var alert = session.user.table.alert(move.start.id) else { return .gone }
        guard let moved else { return .changed }
        if moved.limit == move.start.limit { return .unchanged }
        alert.condition = moved.condition
        session.user.mutate { .change(to: alert, of: $0) }
        return .moved(alert)
    }
}
