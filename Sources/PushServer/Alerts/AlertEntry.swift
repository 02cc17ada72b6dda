internal import Shared

/// An alert as the rules hold it. It is small, because there may be many.
struct AlertEntry {
    enum Phase: UInt8 {
        /// The condition has not been seen to be false yet.
        case waiting
        /// The condition was false, and this is being stored.
        case arming
        case armed
        /// The alert has fired, and this is being stored.
        case firing
        case resting
        /// The price has been on the other side, but the pause is not over.
        case pausing
        /// The store has rejected a note. The user's table tells the real state.
        case unknown
    }

    /// How long an alert that repeats rests at least.
    static let pause = Duration.seconds(300)

    let account: AccountID
    let id: AlertID
    let condition: AlertCondition
    let repeats: Bool
    /// Whether the alert was armed before this server started.
    let wasArmed: Bool
    var phase: Phase
    let arming: UInt32
    let coin: CoinID
    /// When the alert came to rest.
    var since: MarketTime
    /// The price at which the alert fired.
    var fired: ExactDecimal

    /// - Parameter isStart: whether the server reads the alert at its start.
    init(_ kept: KeptAlert, of account: AccountID, isStart: Bool) {
        self.account = account
        (id, coin, condition) = (kept.alert.id, kept.alert.coin, kept.alert.condition)
        (repeats, arming) = (kept.alert.repeats, kept.alert.arming)
        (phase, fired) = (.waiting, .zero)
        since = kept.state?.since ?? MarketTime(milliseconds: 0)
        wasArmed = isStart && kept.state?.isArmed == true
        switch kept.state?.phase {
        case .armed: phase = .armed
        case .resting(let price): (phase, fired) = (.resting, price)
        case nil: break
        }
    }

    /// Whether the user's table agrees with this entry, or is only older than what is being stored.
    func agrees(with kept: KeptAlert) -> Bool {
        guard kept.alert.arming == arming, kept.alert.condition == condition, kept.alert.coin == coin,
            kept.alert.repeats == repeats
        else { return false }
        return switch phase {
        case .unknown: false
        case .waiting, .arming, .firing: true
        case .armed, .resting, .pausing: kept.state != nil
        }
    }

    /// What the alert waits for; nil if no price can change its state.
    var watch: (gauge: AlertGauge, threshold: Threshold)? {
        switch phase {
        case .waiting: (AlertGauge(condition), condition.opposite)
        case .armed: (AlertGauge(condition), condition.threshold)
        case .resting: repeats ? (.price, condition.release(firedAt: fired)) : nil
        case .arming, .firing, .pausing, .unknown: nil
        }
    }

    /// The earliest time at which an alert that repeats may be armed again.
    var pauseEnd: MarketTime { since.adding(Self.pause) }
}
