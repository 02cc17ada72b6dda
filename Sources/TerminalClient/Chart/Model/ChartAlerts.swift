internal import Observation
internal import Shared

/// An alert at a price, which is a line on its coin's chart.
struct ChartAlert: Hashable, Sendable {
    let id: AlertID
    let isRise: Bool
    /// In dollars.
    var limit: ExactDecimal
    /// Whether the user is moving the line. Then the limit is not the alert's yet.
    var isMoving = false

    /// - Returns: nil for an alert about something else than a price in dollars.
    init?(_ alert: Alert) {
        guard alert.currency == Currency.usd.name else { return nil }
        switch alert.condition {
        case .priceAbove(let limit): (isRise, self.limit) = (true, limit)
        case .priceBelow(let limit): (isRise, self.limit) = (false, limit)
        default: return nil
        }
        id = alert.id
    }

    var condition: AlertCondition { isRise ? .priceAbove(limit) : .priceBelow(limit) }
}

/// The alerts on a chart's coin, and the one whose line the user is moving.
@MainActor
@Observable
final class ChartAlerts {
    /// How a move ended.
    enum Kept: Equatable {
        case unchanged
        /// Another terminal has removed the alert.
        case gone
        case moved(AlertCondition)
    }

    private struct Move {
        let alert: AlertID
        let from: ExactDecimal
        var limit: ExactDecimal
    }

    private let coin: CoinID
    private let session: Session
    private var move: Move?

    init(coin: CoinID, session: Session) { (self.coin, self.session) = (coin, session) }

    // MARK: Outputs

    /// The lowest limit first.
    var all: [ChartAlert] {
        session.user.table.alerts.filter { $0.coin == coin }.compactMap(ChartAlert.init).map { alert in
            guard let move, move.alert == alert.id else { return alert }
            var alert = alert
            (alert.limit, alert.isMoving) = (move.limit, true)
            return alert
        }
        .sorted { ($0.limit.approximate, $0.id.rawValue) < ($1.limit.approximate, $1.id.rawValue) }
    }

    var isMoving: Bool { move != nil }
    var moving: ChartAlert? { move == nil ? nil : all.first(where: \.isMoving) }

    // MARK: Inputs

    /// Begins to move the line that is nearest to a price. If a line is moving already, gives its move up and takes the
    /// next higher line, or the lowest one after the highest.
    /// - Returns: false if there is no line.
    func nextRequested(near price: Double) -> Bool {
        let all = all
        guard !all.isEmpty else { return false }
        if let place = all.firstIndex(where: \.isMoving) {
            move = nil
            grabbed(all[(place + 1) % all.count].id)
        } else if let nearest = all.min(by: { abs($0.limit.approximate - price) < abs($1.limit.approximate - price) }) {
            grabbed(nearest.id)
        }
        return true
    }

    func grabbed(_ id: AlertID) {
        guard let alert = session.user.table.alert(id).flatMap(ChartAlert.init) else { return }
        move = Move(alert: id, from: alert.limit, limit: alert.limit)
    }

    /// - Parameter limit: in dollars.
    func moved(to limit: ExactDecimal) { move?.limit = limit }

    func cancelled() { move = nil }

    /// Gives the alert its new limit, on all of the user's terminals.
    func kept() -> Kept {
        guard let move else { return .unchanged }
        let moved = moving
        self.move = nil
        guard var alert = session.user.table.alert(move.alert), let moved else { return .gone }
        if move.limit == move.from { return .unchanged }
        alert.condition = moved.condition
        session.user.mutate { .change(to: alert, of: $0) }
        return .moved(alert.condition)
    }
}
