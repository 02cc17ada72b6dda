internal import Shared

/// Why an alert waits.
enum AlertWait: Hashable, Sendable, CustomStringConvertible {
    /// The server cannot convert amounts of the alert's currency.
    case noRate(currency: String)
    case noPrice
    /// Some of the coins that the user holds have no price.
    case noPrices(symbols: [String])
    /// The condition must be seen false before the alert is armed: a price that must rise above a limit must first be
    /// lower.
    case lowerPrice
    case higherPrice
    case lower(AlertTotal)
    case higher(AlertTotal)

    /// What an alert waits for whose condition is true.
    /// - Returns: nil for a condition in percent, which only the server can judge.
    static func until(_ condition: AlertCondition) -> Self? {
        switch condition {
        case .priceAbove: .lowerPrice
        case .priceBelow: .higherPrice
        case .holdings(let total, _, let isRise): isRise ? .lower(total) : .higher(total)
        case .move, .dayChange: nil
        }
    }

    /// The words, and shorter ones.
    var forms: [String] { [description, short] }

    private var short: String {
        switch self {
        case .noRate, .noPrice: description
        case .noPrices: "no price"
        case .lowerPrice: "lower price"
        case .higherPrice: "higher price"
        case .lower(let total): "lower \(total.rawValue)"
        case .higher(let total): "higher \(total.rawValue)"
        }
    }

    var description: String {
        switch self {
        case .noRate(let currency): "no rate for \(currency)"
        case .noPrice: "no price"
        case .noPrices(let symbols): "no price of \(symbols.joined(separator: ", "))"
        case .lowerPrice: "waits for a lower price"
        case .higherPrice: "waits for a higher price"
        case .lower(let total): "waits for a lower \(total.rawValue)"
        case .higher(let total): "waits for a higher \(total.rawValue)"
        }
    }
}
