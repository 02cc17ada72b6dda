package import Shared

/// The program's own file of transactions. It has every field, so that importing an export restores it.
package enum TransactionFile {
    static let columns = [
        "id", "kind", "coin_id", "symbol", "amount", "price", "total", "currency", "usd_rate", "fee", "fee_in", "time",
        "account", "to_account", "note",
    ]

    /// - Parameter symbol: a coin's symbol for people. An import ignores it.
    package static func text(of transactions: [Transaction], symbol: (CoinID) -> String) -> String {
        let rows = transactions.map { transaction in
            var (price, total) = ("", "")
            switch transaction.money {
            case .price(let amount): price = amount.plainText
            case .total(let amount): total = amount.plainText
            case nil: break
            }
            return [
                "\(transaction.id)", transaction.kind.rawValue, "\(transaction.coin.rawValue)",
                symbol(transaction.coin), transaction.amount.plainText, price, total, transaction.currency,
                transaction.dollarRate?.plainText ?? "", transaction.fee?.amount.plainText ?? "",
                transaction.fee.map { $0.isInCoin ? "coin" : "currency" } ?? "", transaction.time.iso8601,
                transaction.account, transaction.target, transaction.note,
            ]
        }
        return ([columns] + rows).map(CSVText.line).joined(separator: "\n") + "\n"
    }

    /// - Parameter cell: the text in the column of a name; empty if there is none.
    /// - Throws: what is wrong with the row.
    static func transaction(
        _ cell: (String) -> String,
        _ context: ImportContext,
        id: TransactionID
    ) throws(ImportFault) -> Transaction {
        guard let kind = Transaction.Kind(rawValue: cell("kind")) else {
            throw ImportFault("'\(cell("kind"))' is not a kind; use bought, sold or moved")
        }
        guard let coin = UInt32(cell("coin_id")), coin > 0 else {
            throw ImportFault("'\(cell("coin_id"))' is not a coin number")
        }
        guard let time = MarketTime(iso8601: cell("time")) else { throw ImportFault.noTime(cell("time")) }
        let price = try number(cell("price"), "price").map(Transaction.Money.price)
        let total = try number(cell("total"), "total").map(Transaction.Money.total)
        if price != nil, total != nil { throw ImportFault("it has both a price and a total") }
        let fee = try number(cell("fee"), "fee").map { Transaction.Fee($0, isInCoin: cell("fee_in") == "coin") }
        guard let amount = try number(cell("amount"), "amount") else { throw ImportFault("it has no amount") }
        let currency = cell("currency").isEmpty ? Currency.usd.name : cell("currency")
        var rate = try number(cell("usd_rate"), "usd_rate")
        if rate == nil, currency != Currency.usd.name, kind != .moved {
            rate = context.dollarRate(currency, time)
            if rate == nil { throw ImportFault(missingRateOf: currency, on: time.date) }
        }
        return Transaction(
            id,
            kind,
            amount,
            of: CoinID(coin),
            money: price ?? total,
            in: currency,
            dollarRate: rate,
            fee: fee,
            at: time,
            account: cell("account"),
            target: cell("to_account"),
            note: cell("note")
        )
    }

    /// - Returns: nil for an empty cell.
    static func number(_ text: String, _ column: String) throws(ImportFault) -> BigDecimal? {
        if text.isEmpty { return nil }
        guard let number = BigDecimal(text) else {
            throw ImportFault("'\(text.prefix(40))' is not a number (\(column))")
        }
        return number
    }
}

/// Why a row cannot be imported.
struct ImportFault: Error, CustomStringConvertible {
    let description: String
    /// The currency and the day, if only a rate is missing.
    private(set) var missingRate: (currency: String, date: CivilDate)?

    init(_ description: String) { self.description = description }

    init(missingRateOf currency: String, on date: CivilDate) {
        self.init("the rate of \(currency) on \(date) is not known; give it with --rate \(currency)=DOLLARS")
        missingRate = (currency, date)
    }

    static func noTime(_ text: String) -> Self { Self("'\(text.prefix(40))' is not a time") }
}
