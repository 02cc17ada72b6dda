internal import Shared

/// An alert as the rules hold it: 56 bytes, because there may be many.
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

    // Small fields fill the gaps between large ones.
    private let limit: PackedDecimal
    private let kind: Kind
    let repeats: Bool
    /// Whether the alert was armed before this server started.
    let wasArmed: Bool
    let arming: UInt32
    private var packedFired: PackedDecimal
    var phase: Phase
    /// The window of a move.
    private let minutes: UInt16
    let coin: CoinID
    let account: AccountID
    let id: AlertID
    /// When the alert came to rest.
    var since: MarketTime

    private enum Kind: UInt8 { case priceAbove, priceBelow, move, dayChange }

    /// - Parameter isStart: whether the server reads the alert at its start.
    init(_ kept: KeptAlert, of account: AccountID, isStart: Bool) {
        self.account = account
        (id, coin) = (kept.alert.id, kept.alert.coin)
        (repeats, arming) = (kept.alert.repeats, kept.alert.arming)
        (phase, packedFired) = (.waiting, PackedDecimal(.zero))
        (kind, minutes) =
            switch kept.alert.condition {
            case .priceAbove: (.priceAbove, 0)
            case .priceBelow: (.priceBelow, 0)
            case .move(_, let minutes): (.move, UInt16(clamping: minutes))
            case .dayChange: (.dayChange, 0)
            }
        limit = PackedDecimal(kept.alert.condition.limit)
        since = kept.state?.since ?? MarketTime(milliseconds: 0)
        wasArmed = isStart && kept.state?.isArmed == true
        switch kept.state?.phase {
        case .armed: phase = .armed
        case .resting(let price): (phase, packedFired) = (.resting, PackedDecimal(price))
        case nil: break
        }
    }

    var condition: AlertCondition {
        switch kind {
        case .priceAbove: .priceAbove(limit.value)
        case .priceBelow: .priceBelow(limit.value)
        case .move: .move(percent: limit.value, minutes: Int(minutes))
        case .dayChange: .dayChange(limit.value)
        }
    }

    /// The price at which the alert fired.
    var fired: ExactDecimal {
        get { packedFired.value }
        set { packedFired = PackedDecimal(newValue) }
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

/// A decimal in 9 bytes instead of 16.
struct PackedDecimal: Hashable {
    private let mantissa: Int64
    private let exponent: Int8

    init(_ number: ExactDecimal) { (mantissa, exponent) = (number.mantissa, Int8(number.exponent)) }

    var value: ExactDecimal {
        // What was canonical is so again.
        (try? ExactDecimal(mantissa: mantissa, exponent: Int(exponent))) ?? .zero
    }
}
