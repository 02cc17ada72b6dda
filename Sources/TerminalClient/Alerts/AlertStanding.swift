internal import Shared

/// Where an alert stands, and why it waits.
struct AlertStanding {
    /// Nil while the server has not seen the condition false yet.
    let phase: AlertState.Phase?
    /// What is missing to judge the condition; nil if nothing is.
    let lack: AlertWait?
    /// Why the alert is not armed although nothing is missing; nil if the alert is armed, or if only the
    /// server knows.
    let wait: AlertWait?
    /// Whether it is armed again after it has fired.
    var repeats = false

    /// What the alert waits for; nil if it waits for nothing, or if only the server knows.
    var reason: AlertWait? { if case .resting? = phase { wait } else { lack ?? wait } }

    /// The words, and shorter ones.
    var forms: [String] {
        let short =
            switch phase {
            case .armed: "armed"
            case .resting: "has fired"
            case nil: "not armed"
            }
        return [words] + (reason?.forms ?? [short])
    }

    /// The same words on the screen and in text.
    var words: String {
        switch phase {
        case .armed: lack.map { "armed, but \($0)" } ?? "armed"
        case .resting: wait.map { "fired; \($0)" } ?? (repeats ? "fired; repeats later" : "has fired")
        case nil: lack.map { "waits: \($0)" } ?? wait?.description ?? "not armed yet"
        }
    }
}

extension AlertStanding {
    init(_ alert: Alert, _ judge: AlertJudge) {
        phase = judge.user.state(of: alert)?.phase
        lack = judge.lack(of: alert)
        repeats = alert.repeats
        let waitsByItself =
            switch phase {
            case nil: true
            case .armed: false
            // One that fires once waits for the user.
            case .resting: repeats
            }
        wait = waitsByItself && lack == nil && judge.isTrue(alert) == true ? .until(alert.condition) : nil
    }
}
