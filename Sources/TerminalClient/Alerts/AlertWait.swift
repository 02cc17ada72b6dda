/// Why an alert waits.
enum AlertWait: Hashable, Sendable, CustomStringConvertible {
    /// The server cannot convert amounts of the alert's currency.
    case noRate(currency: String)
    case noPrice
    /// Some of the coins that the user holds have no price.
    case noPrices(symbols: [String])
    /// The condition is true, and must be seen false before the alert is armed.
    case trueNow

    var description: String {
        switch self {
        case .noRate(let currency): "no rate for \(currency)"
        case .noPrice: "no price"
        case .noPrices(let symbols): "no price of \(symbols.joined(separator: ", "))"
        case .trueNow: "true now; must cross again"
        }
    }
}
