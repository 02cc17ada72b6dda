internal import Shared

/// What the figures of holdings lack.
enum HoldingsWarning: Hashable, Sendable, CustomStringConvertible {
    /// More of the coin was sold or moved than the transactions before it have brought.
    case oversold(symbol: String)
    /// The same, with the amount and its day.
    case oversoldOn(CivilDate, amount: BigDecimal, symbol: String)
    /// Coins whose value is not known.
    case unpriced(symbols: [String])

    var description: String {
        switch self {
        case .oversold(let symbol): "you sold or moved more \(symbol) than you had: a transaction is missing"
        case .oversoldOn(let day, let amount, let symbol):
            "on \(day) you sold or moved \(amount) \(symbol) more than you had: a transaction is missing"
        case .unpriced(let symbols): "the total leaves out coins without a price: \(symbols.joined(separator: ", "))"
        }
    }
}
