internal import Shared

/// Where an alert stands, and why it waits.
struct AlertStanding {
    /// Nil while the server has not seen the condition false yet.
    let phase: AlertState.Phase?
    /// What is missing to judge the condition; nil if nothing is.
    let lack: AlertWait?
    /// Why the alert is not armed although nothing is missing; nil if it is, or if only the server knows.
    let wait: AlertWait?

    /// The same words on the screen and in text.
    var words: String {
        switch phase {
        case .armed: lack.map { "armed, but \($0)" } ?? "armed"
        case .resting: wait.map { "fired; \($0)" } ?? "has fired"
        case nil: lack.map { "waits: \($0)" } ?? wait?.description ?? "not armed yet"
        }
    }
}

extension AlertStanding {
    init(_ alert: Alert, _ judge: AlertJudge) {
        phase = judge.user.state(of: alert)?.phase
        lack = judge.lack(of: alert)
        wait =
            switch phase {
            case .armed: nil
            // One that fires once waits for the user.
            case .resting: alert.repeats ? .until(alert.condition) : nil
            case nil: lack == nil && judge.isTrue(alert) == true ? .until(alert.condition) : nil
            }
    }
}
