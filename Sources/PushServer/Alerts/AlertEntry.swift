internal import Shared

/// An alert as the rules hold it: small, because there may be many.
struct AlertEntry {
    enum Phase: UInt8 {
        /// Its condition was not seen to be false yet.
        case waiting
        /// That it was is being written down.
        case arming
        case armed
        /// That it has fired is being written down.
        case firing
        case resting
        /// The price has been on the other side, and the pause lasts on.
        case pausing
        /// It is not as it was thought to be; the user's table tells what it is.
        case unknown
    }

    /// So long an alert that repeats rests at least.
    static let pause = Duration.seconds(300)

    let account: AccountID
    let id: AlertID
    let condition: AlertCondition
    let repeats: Bool
    /// It was armed before this server began to look.
    let wasArmed: Bool
    var phase: Phase
    let arming: UInt32
    let coin: CoinID
    /// Since when it rests.
    var since: MarketTime
    /// The price at which it fired.
    var fired: ExactDecimal

    /// - Parameter isStart: whether this is the state in which the server finds it at its start.
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

    /// Whether what the user's table says agrees with this, or is only older than what is being written down.
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

    /// What it waits for; nil: for nothing that a price could do.
    var watch: (gauge: AlertGauge, threshold: Threshold)? {
        switch phase {
        case .waiting: (AlertGauge(condition), condition.opposite)
        case .armed: (AlertGauge(condition), condition.threshold)
        case .resting: repeats ? (.price, condition.release(firedAt: fired)) : nil
        case .arming, .firing, .pausing, .unknown: nil
        }
    }

    /// When an alert that repeats may be armed again.
    var pauseEnd: MarketTime { since.adding(Self.pause) }
}
