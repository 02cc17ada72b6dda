package import Shared

/// A note of the server about an alert. The store accepts it only if the alert has not changed since.
package struct AlertChange: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        /// The condition was seen to be false.
        case armed(MarketTime)
        case fired(AlertFiring)
    }

    let alert: AlertID
    /// The `arming` of the alert for which the note holds.
    let arming: UInt32
    let step: Step
}

/// What made an alert fire.
struct AlertFiring: Hashable, Sendable {
    /// The price or the total, in the alert's currency.
    let price: ExactDecimal
    /// The day of the exchange rate; nil if none was needed.
    var rateDay: CivilDate?
    /// The provider of the price; empty for a total.
    let source: String
    let time: MarketTime
    /// Whether the condition turned true while the server was not running.
    let whileDown: Bool
}

/// An alert, and the server's note about it.
package struct KeptAlert: Hashable, Sendable {
    let alert: Alert
    /// Nil if there is no note, or only one of an earlier arming.
    let state: AlertState?
    /// What the user holds, for an alert on all holdings; otherwise empty.
    let holdings: [HeldCoin]

    package init(_ alert: Alert, _ state: AlertState?, _ holdings: [HeldCoin] = []) {
        (self.alert, self.state) = (alert, state?.arming == alert.arming ? state : nil)
        self.holdings = holdings
    }
}

/// The outcome of the changes of one user's alerts.
package enum AlertAnswer: Equatable, Sendable {
    /// Whether the store has accepted each of them. It rejects a note if the user has changed the alert since.
    case settled([Bool])
    /// The account is gone.
    case noAccount
    /// The database is not the one from which the alerts were read.
    case otherStore
    /// Nothing could be stored at the moment.
    case notStored
}

extension Mutation {
    /// The mutation that the server makes in the user's table.
    /// - Returns: nil if the user has changed the alert since, or the alert has fired already.
    init?(noting change: AlertChange, in table: UserTable) {
        guard let alert = table.alert(change.alert), alert.arming == change.arming else { return nil }
        let state = table.state(of: alert)
        switch change.step {
        case .armed(let time):
            // Only an alert that repeats is armed again.
            if let state, !state.isArmed, !alert.repeats { return nil }
            if state?.isArmed == true { self.init() } else { self.init(alert, .armed, since: time) }
        case .fired(let firing):
            guard state?.isArmed == true else { return nil }
            self.init(alert, .resting(at: firing.price), since: firing.time)
            let event = AlertEvent(
                number: table.version + 1,
                of: alert,
                price: firing.price,
                rateDay: firing.rateDay,
                source: firing.source,
                time: firing.time,
                whileDown: firing.whileDown
            )
            changes.append(event.put)
            changes += table.alertEventKeys(beyond: AlertEvent.keptMax - 1).map { Change($0, .remove) }
        }
    }

    private init(_ alert: Alert, _ phase: AlertState.Phase, since time: MarketTime) {
        let state = AlertState(alert: alert.id, arming: alert.arming, phase: phase, since: time)
        self.init([state.update])
    }
}

extension MutationEffect {
    /// Whether the change affects the user's alerts, or the holdings that they are about, so that the alert hub must
    /// hear of it.
    var touchesAlerts: Bool {
        let kinds = [RecordKind.alert, .alertState, .transaction].map(\.number)
        return touched.keys.contains { kinds.contains($0.kind) || $0 == Settings.costMethod.described.key }
    }
}
