internal import Shared

/// What the form of a transaction says below its fields.
enum TransactionAdvice: Hashable, Sendable, CustomStringConvertible {
    /// What the field that has the focus takes.
    case field(TransactionForm.Field)
    /// The field is hidden.
    /// - Parameter key: what shows amounts in the list of transactions.
    case hidden(key: String?)
    case askingForRate(currency: String, day: CivilDate)

    var description: String {
        switch self {
        case .field(let field): Self.words(of: field)
        case .hidden(let key): "hidden; what you type replaces it, and \(key ?? "a key") in the list shows it"
        case .askingForRate(let currency, let day): "asking the server for the rate of \(currency) on \(day) …"
        }
    }

    private static func words(of field: TransactionForm.Field) -> String {
        switch field {
        case .kind: "bought, sold, or moved between your own accounts; ← → or the first letter chooses"
        case .amount: "how many coins"
        case .price: "of one coin; or else give the total"
        case .total: "of all coins, without the fee; or else give the price"
        case .currency: "of price, total and fee: a code such as USD or EUR"
        case .rate: "one unit of that currency in US dollars on that day; empty: the server's rate of that day"
        case .fee: "in money, besides the price"
        case .coinFee: "in coins"
        case .time: "2024-03-01 or 2024-03-01T12:00:00Z; empty: now"
        case .account: "where the coins are; may be empty"
        case .target: "where moved coins go"
        case .note: "for yourself, up to \(Transaction.noteMax) characters"
        }
    }
}
