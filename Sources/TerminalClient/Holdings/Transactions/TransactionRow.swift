internal import Shared

/// The words for one transaction.
struct TransactionRow: Equatable, Sendable {
    let id: TransactionID
    let day: String
    let kind: String
    let amount: String
    /// The price of one coin, or `= 30,000 USD` for all of them.
    let money: String
    let fee: String
    /// Accounts and note.
    let words: String

    /// - Parameter symbol: the coin's symbol.
    init(_ transaction: Transaction, symbol: String, hidesAmounts: Bool) {
        let digits = { (number: BigDecimal) in PriceText(number.plainText).full }
        let secret = { (number: BigDecimal) in hidesAmounts ? HoldingWords.hidden : digits(number) }
        (id, kind) = (transaction.id, transaction.kind.rawValue)
        day = "\(transaction.time.date)"
        amount = secret(transaction.amount)
        switch transaction.money {
        case .price(let price): money = "\(digits(price)) \(transaction.currency)"
        case .total(let total): money = "= \(secret(total)) \(transaction.currency)"
        case nil: money = QuoteRow.none
        }
        fee = transaction.fee.map { "\(secret($0.amount)) \($0.isInCoin ? symbol : transaction.currency)" } ?? ""
        let accounts = [transaction.account, transaction.target].filter { !$0.isEmpty }.joined(separator: " to ")
        words = [accounts, transaction.note].filter { !$0.isEmpty }.joined(separator: "; ")
    }
}
