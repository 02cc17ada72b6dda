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
        /// The store has rejected a note. The user's table has the real state.
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
    /// The window of a move in minutes, or the currency of an amount.
    private let detail: UInt16
    let coin: CoinID
    let account: AccountID
    let id: AlertID
    /// When the alert came to rest.
    var since: MarketTime

    private enum Kind: UInt8 {
        case priceAbove, priceBelow, move, dayChange, valueAbove, valueBelow, profitAbove, profitBelow
    }

    /// - Parameter isStart: whether the server reads the alert at its start.
    init(_ kept: KeptAlert, of account: AccountID, isStart: Bool) {
        self.account = account
        (id, coin) = (kept.alert.id, kept.alert.coin)
        (repeats, arming) = (kept.alert.repeats, kept.alert.arming)
        (phase, packedFired) = (.waiting, PackedDecimal(.zero))
        let currency = CurrencyCode(kept.alert.currency).rawValue
        (kind, detail) =
            switch kept.alert.condition {
            case .priceAbove: (.priceAbove, currency)
            case .priceBelow: (.priceBelow, currency)
            case .move(_, let minutes): (.move, UInt16(clamping: minutes))
            case .dayChange: (.dayChange, 0)
            case .holdings(.value, _, let isRise): (isRise ? .valueAbove : .valueBelow, currency)
            case .holdings(.profit, _, let isRise): (isRise ? .profitAbove : .profitBelow, currency)
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
        case .move: .move(percent: limit.value, minutes: Int(detail))
        case .dayChange: .dayChange(limit.value)
        case .valueAbove: .holdings(.value, limit: limit.value, isRise: true)
        case .valueBelow: .holdings(.value, limit: limit.value, isRise: false)
        case .profitAbove: .holdings(.profit, limit: limit.value, isRise: true)
        case .profitBelow: .holdings(.profit, limit: limit.value, isRise: false)
        }
    }

    /// Whether its thresholds are in the index of its coin. Other alerts compare the worth of several coins.
    var isIndexed: Bool { condition.isAboutCoin && currency.coin == nil }

    /// The currency of the limit.
    var currency: CurrencyCode { condition.isInMoney ? CurrencyCode(rawValue: detail) : .usd }

    /// The price at which the alert fired.
    var fired: ExactDecimal {
        get { packedFired.value }
        set { packedFired = PackedDecimal(newValue) }
    }

    /// Whether the user's table agrees with this entry, or is only older than what is being stored.
    func agrees(with kept: KeptAlert) -> Bool {
        guard kept.alert.arming == arming, kept.alert.condition == condition, kept.alert.coin == coin,
            kept.alert.repeats == repeats, CurrencyCode(kept.alert.currency) == currency
        else { return false }
        return switch phase {
        case .unknown: false
        case .waiting: kept.state?.isArmed != true
        case .arming, .firing: true
        case .armed, .resting, .pausing: kept.state != nil
        }
    }

    /// What the alert waits for; nil if no price can change its state.
    var watch: (gauge: AlertGauge, threshold: Threshold)? {
        switch phase {
        case .waiting: (AlertGauge(condition), condition.opposite)
        case .armed: (AlertGauge(condition), condition.threshold)
        case .resting: repeats ? (releaseGauge, condition.release(firedAt: fired)) : nil
        case .arming, .firing, .pausing, .unknown: nil
        }
    }

    /// What must come back before the alert is armed again.
    private var releaseGauge: AlertGauge { condition.isAboutCoin ? .price : AlertGauge(condition) }

    /// The earliest time at which an alert that repeats may be armed again.
    var pauseEnd: MarketTime { since.adding(Self.pause) }
}

/// A decimal in 9 bytes instead of 16.
struct PackedDecimal: Hashable {
    private let mantissa: Int64
    private let exponent: Int8

    init(_ number: ExactDecimal) { (mantissa, exponent) = (number.mantissa, Int8(number.exponent)) }

    var value: ExactDecimal {
        // The number was canonical before, so it is again.
        (try? ExactDecimal(mantissa: mantissa, exponent: Int(exponent))) ?? .zero
    }
}

/// An ISO 4217 code, or the symbol of a coin that is a currency, in two bytes.
struct CurrencyCode: RawRepresentable, Hashable {
    let rawValue: UInt16

    static let usd = CurrencyCode(Currency.usd.name)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// - Parameter name: three letters from A to Z. Another name becomes a code that no currency has.
    init(_ name: String) {
        let isCode = name.utf8.count == 3 && name.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        rawValue = isCode ? name.utf8.reduce(0) { $0 << 5 | UInt16($1 - 0x40) } : 0
    }

    /// The coin that the currency is; nil if it is none.
    var coin: CoinID? { Self.coins[self] }

    /// Whether the table of exchange rates converts the currency.
    var isInRates: Bool { self != .usd && coin == nil }

    private static let coins = Dictionary(
        Currency.coins.compactMap { currency in currency.coin.map { (CurrencyCode(currency.name), $0) } }
    ) { first, _ in first }

    var name: String { String(decoding: [10, 5, 0].map { UInt8(rawValue >> $0 & 31) + 0x40 }, as: UTF8.self) }
}
