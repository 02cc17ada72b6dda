internal import SwiftProtobuf

/// The condition under which an alert fires.
public enum AlertCondition: Hashable, Sendable {
    /// The price in the alert's currency is at or above this.
    case priceAbove(ExactDecimal)
    case priceBelow(ExactDecimal)
    /// The price has moved by `percent` within `minutes`: a rise from the lowest price of that time, or a fall from the
    /// highest.
    case move(percent: ExactDecimal, minutes: Int)
    /// The change over 24 hours, in percent, has reached or exceeded this.
    case dayChange(ExactDecimal)
    /// A total of all holdings, in the alert's currency, is at or above the limit, or at or below it.
    case holdings(AlertTotal, limit: ExactDecimal, isRise: Bool)

    /// The window of a move, in minutes: 5 min to 24 h.
    public static let minutes = 5...1440

    /// Whether the condition waits for a rise.
    public var isRise: Bool {
        switch self {
        case .priceAbove: true
        case .priceBelow: false
        case .move(let percent, _), .dayChange(let percent): percent > .zero
        case .holdings(_, _, let isRise): isRise
        }
    }

    /// Whether it is about one coin and not about all holdings.
    public var isAboutCoin: Bool { if case .holdings = self { false } else { true } }

    /// Whether its limit is an amount of money.
    public var isInMoney: Bool {
        switch self {
        case .priceAbove, .priceBelow, .holdings: true
        case .move, .dayChange: false
        }
    }

    /// Why this is not a valid condition, in words that follow "an alert has ..."; nil if it is valid.
    public var problem: String? {
        switch self {
        case .priceAbove(let price), .priceBelow(let price):
            price > .zero ? nil : "the price \(price.plainText); use one above 0"
        case .move(let percent, let minutes):
            Self.minutes.contains(minutes)
                ? Self.problem(with: percent)
                : "a time of \(Self.time(minutes)); use \(Self.time(Self.minutes.lowerBound)) to \(Self.time(Self.minutes.upperBound))"
        case .dayChange(let percent): Self.problem(with: percent)
        case .holdings(.value, let limit, _):
            limit > .zero ? nil : "the value \(limit.plainText); use one above 0"
        case .holdings(.profit, _, _): nil
        }
    }

    /// The time of a move in words: `5 min`, `2 h`.
    static func time(_ minutes: Int) -> String {
        minutes > 0 && minutes.isMultiple(of: 60) ? "\(minutes / 60) h" : "\(minutes) min"
    }

    private static func problem(with percent: ExactDecimal) -> String? {
        let value = percent.approximate
        return 0.1...1000 ~= value || -99.9 ... -0.1 ~= value
            ? nil : "\(percent.plainText) percent; use 0.1 to 1000 for a rise, or -99.9 to -0.1 for a fall"
    }
}

// MARK: The wire
extension AlertCondition {
    /// How many characters a number may have.
    static let digitsMax = 40

    /// - Returns: nil if this program does not know the condition or cannot read it.
    init?(wire: WireAlertCondition) {
        switch wire.condition {
        case .priceAbove(let text): self.init(text) { .priceAbove($0) }
        case .priceBelow(let text): self.init(text) { .priceBelow($0) }
        case .move(let move): self.init(move.percent) { .move(percent: $0, minutes: Int(move.minutes)) }
        case .dayChange(let text): self.init(text) { .dayChange($0) }
        case .holdingsValue(let total): self.init(total.limit) { .holdings(.value, limit: $0, isRise: !total.below) }
        case .holdingsProfit(let total): self.init(total.limit) { .holdings(.profit, limit: $0, isRise: !total.below) }
        case nil: return nil
        }
    }

    private init?(_ text: String, _ make: (ExactDecimal) -> Self) {
        guard text.utf8.count <= Self.digitsMax, let number = try? ExactDecimal(parsing: text) else { return nil }
        self = make(number)
    }

    var wire: WireAlertCondition {
        .with { wire in
            switch self {
            case .priceAbove(let price): wire.priceAbove = price.plainText
            case .priceBelow(let price): wire.priceBelow = price.plainText
            case .move(let percent, let minutes):
                wire.move = .with { ($0.percent, $0.minutes) = (percent.plainText, UInt32(clamping: minutes)) }
            case .dayChange(let percent): wire.dayChange = percent.plainText
            case .holdings(let total, let limit, let isRise):
                let wanted = WireAlertTotal.with { ($0.limit, $0.below) = (limit.plainText, !isRise) }
                switch total {
                case .value: wire.holdingsValue = wanted
                case .profit: wire.holdingsProfit = wanted
                }
            }
        }
    }
}

/// A sum over all holdings of a user.
public enum AlertTotal: String, Hashable, Sendable, CaseIterable {
    /// What the holdings are worth now.
    case value
    /// The profit of selling all of them now.
    case profit

    /// Stands in place of an amount that the user hides.
    package static let hidden = "•••"
}

extension CoinID {
    /// Stands for all holdings in an alert that is not about one coin. No listing has it.
    public static let holdings = CoinID(0)
}
