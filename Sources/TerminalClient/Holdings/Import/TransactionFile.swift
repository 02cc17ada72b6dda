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
        _ reader: ImportReader,
        id: TransactionID
    ) throws(ImportFault) -> Transaction {
        let coin = try reader.coin(numbered: cell("coin_id"))
        // An empty time would be the present one.
        if cell("time").isEmpty { throw ImportFault.noTime("", form: "YYYY-MM-DDThh:mm:ssZ") }
        var form = TransactionForm()
        for field in TransactionForm.Field.allCases { form[field] = cell(column(of: field)) }
        form[cell("fee_in") == "coin" ? .fee : .coinFee] = ""
        return try reader.transaction(form, id, of: coin)
    }

    static func column(of field: TransactionForm.Field) -> String {
        switch field {
        case .kind: "kind"
        case .amount: "amount"
        case .price: "price"
        case .total: "total"
        case .currency: "currency"
        case .rate: "usd_rate"
        case .fee, .coinFee: "fee"
        case .time: "time"
        case .account: "account"
        case .target: "to_account"
        case .note: "note"
        }
    }

    /// - Returns: nil for an empty cell.
    static func number(_ text: String, _ column: String) throws(ImportFault) -> BigDecimal? {
        if text.isEmpty { return nil }
        guard let number = BigDecimal(text) else {
            throw .noNumber(text, column: column)
        }
        return number
    }
}
