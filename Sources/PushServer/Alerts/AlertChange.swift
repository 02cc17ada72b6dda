package import Shared

/// What the server notes of an alert. The store takes it only while the alert is as it was when this was found out.
package struct AlertChange: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        /// The condition was seen to be false.
        case armed(MarketTime)
        case fired(AlertFiring)
    }

    let alert: AlertID
    /// The alert's own, for which this holds.
    let arming: UInt32
    let step: Step
}

/// What made an alert fire.
struct AlertFiring: Hashable, Sendable {
    let price: ExactDecimal
    /// The provider that told the price.
    let source: String
    let time: MarketTime
    /// The condition turned true while the server was not there to see it.
    let whileDown: Bool
}

/// An alert with what the server has noted of it.
package struct KeptAlert: Hashable, Sendable {
    let alert: Alert
    /// Nil: nothing yet, or of an earlier arming.
    let state: AlertState?

    package init(_ alert: Alert, _ state: AlertState?) {
        (self.alert, self.state) = (alert, state?.arming == alert.arming ? state : nil)
    }
}

/// What became of changes of one user's alerts.
package enum AlertAnswer: Equatable, Sendable {
    /// Which of them the store has taken, in their order. The others came too late: the user has changed the alert meanwhile.
    case settled([Bool])
    /// The account is gone.
    case noAccount
    /// Another database has taken the place of the one that was meant.
    case otherStore
    /// Nothing could be stored now.
    case notStored
}

extension UserTable {
    var keptAlerts: [KeptAlert] { alerts.map { KeptAlert($0, state(of: $0)) } }
}

extension Mutation {
    /// What the server writes into a user's table.
    /// - Returns: nil where the alert is not any more what it was: the user has changed it, or it has fired already.
    init?(noting change: AlertChange, in table: UserTable) {
        guard let alert = table.alert(change.alert), alert.arming == change.arming else { return nil }
        let state = table.state(of: alert)
        switch change.step {
        case .armed(let time):
            // It is armed anew where it repeats, and never twice.
            if let state, !state.isArmed, !alert.repeats { return nil }
            if state?.isArmed == true { self.init() } else { self.init(alert, .armed, since: time) }
        case .fired(let firing):
            guard state?.isArmed == true else { return nil }
            self.init(alert, .resting(at: firing.price), since: firing.time)
            let event = AlertEvent(
                number: table.version + 1,
                of: alert,
                price: firing.price,
                source: firing.source,
                time: firing.time,
                whileDown: firing.whileDown
            )
            changes.append(event.put)
            let old = table.alertEvents.dropFirst(AlertEvent.keptMax - 1)
            changes += Mutation.dismiss(Array(old)).changes
        }
    }

    private init(_ alert: Alert, _ phase: AlertState.Phase, since time: MarketTime) {
        let state = AlertState(alert: alert.id, arming: alert.arming, phase: phase, since: time)
        self.init([state.update])
    }
}

extension MutationEffect {
    /// Whether somebody should hear what has become of the user's alerts.
    var touchesAlerts: Bool {
        touched.keys.contains { $0.kind == RecordKind.alert.number || $0.kind == RecordKind.alertState.number }
    }
}
