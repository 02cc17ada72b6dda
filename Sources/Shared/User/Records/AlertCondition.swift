internal import SwiftProtobuf

/// What a coin must do for an alert to fire.
public enum AlertCondition: Hashable, Sendable {
    /// The price, in dollars, is this or above it.
    case priceAbove(ExactDecimal)
    case priceBelow(ExactDecimal)
    /// The price has moved by `percent` within `minutes`: against the lowest price of that time for a rise, the highest for a fall.
    case move(percent: ExactDecimal, minutes: Int)
    /// The change of 24 hours, in percent, has come to this, or beyond it.
    case dayChange(ExactDecimal)

    /// The window of a move, in minutes: 5 min to 24 h.
    public static let minutes = 5...1440

    /// Whether it waits for something to rise.
    public var isRise: Bool {
        switch self {
        case .priceAbove: true
        case .priceBelow: false
        case .move(let percent, _), .dayChange(let percent): percent > .zero
        }
    }

    /// Why no alert may have this condition, in words that go on "an alert has ..."; nil: it may.
    public var problem: String? {
        switch self {
        case .priceAbove(let price), .priceBelow(let price):
            price > .zero ? nil : "the price \(price.plainText), which is not above 0"
        case .move(let percent, let minutes):
            Self.minutes.contains(minutes)
                ? Self.problem(with: percent)
                : "a time of \(minutes) minutes, which is not from \(Self.minutes.lowerBound) to \(Self.minutes.upperBound)"
        case .dayChange(let percent): Self.problem(with: percent)
        }
    }

    private static func problem(with percent: ExactDecimal) -> String? {
        let value = percent.approximate
        return 0.1...1000 ~= value || -99.9 ... -0.1 ~= value
            ? nil : "\(percent.plainText) percent, which is not 0.1 to 1000 for a rise, or -99.9 to -0.1 for a fall"
    }
}

// MARK: The wire
extension AlertCondition {
    /// So long may a number be, as text.
    private static let digitsMax = 40

    /// - Returns: nil for a condition that this program does not know, or that cannot be read.
    init?(wire: WireAlertCondition) {
        switch wire.condition {
        case .priceAbove(let text): self.init(text) { .priceAbove($0) }
        case .priceBelow(let text): self.init(text) { .priceBelow($0) }
        case .move(let move): self.init(move.percent) { .move(percent: $0, minutes: Int(move.minutes)) }
        case .dayChange(let text): self.init(text) { .dayChange($0) }
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
            }
        }
    }
}
