internal import Shared

/// What is needed to read a tracker's rows.
struct ImportContext {
    /// The coin that a symbol means; nil if the market has none.
    let coin: (String) -> CoinID?
    /// Whether a code means money.
    let isMoney: (String) -> Bool
    /// The dollars for one unit of a currency on a day; nil if unknown.
    let dollarRate: (String, MarketTime) -> BigDecimal?
}

extension TrackerRow {
    /// One transaction, or two if one coin was exchanged for another.
    /// - Parameter id: the id of the first or the second transaction.
    /// - Throws: why the row is not a transaction.
    func transactions(_ context: ImportContext, id: (Int) -> TransactionID) throws(ImportFault) -> [Transaction] {
        switch (sent, received) {
        case (nil, nil): throw ImportFault("nothing was sent or received")
        case (let sent?, nil):
            throw ImportFault("\(sent.number) \(sent.unit) left, but the file does not say for what; add it by hand")
        case (nil, let received?):
            throw ImportFault(
                "\(received.number) \(received.unit) came, but the file does not say the cost; add it by hand"
            )
        case (let sent?, let received?):
            return switch (context.isMoney(sent.unit), context.isMoney(received.unit)) {
            case (true, true): throw ImportFault("money was exchanged for money")
            case (true, false): [try trade(.bought, received, for: sent, context, id: id(0), fee: fee)]
            case (false, true): [try trade(.sold, sent, for: received, context, id: id(0), fee: fee)]
            case (false, false): try exchange(sent, received, context, id: id)
            }
        }
    }

    private func exchange(
        _ sent: Amount,
        _ received: Amount,
        _ context: ImportContext,
        id: (Int) -> TransactionID
    ) throws(ImportFault) -> [Transaction] {
        guard let worth, context.isMoney(worth.unit) else {
            throw ImportFault("\(sent.unit) was exchanged for \(received.unit), but the file does not say their value")
        }
        // The fee belongs to the coin in which it was paid, or else to the sale.
        let isOfPurchase = fee?.unit == received.unit
        return [
            try trade(.sold, sent, for: worth, context, id: id(0), fee: isOfPurchase ? nil : fee),
            try trade(.bought, received, for: worth, context, id: id(1), fee: isOfPurchase ? fee : nil),
        ]
    }

    private func trade(
        _ kind: Transaction.Kind,
        _ amount: Amount,
        for money: Amount,
        _ context: ImportContext,
        id: TransactionID,
        fee: Amount?
    ) throws(ImportFault) -> Transaction {
        guard let coin = context.coin(amount.unit) else { throw ImportFault("the market has no coin '\(amount.unit)'") }
        let isDollar = money.unit == Currency.usd.name
        let rate = isDollar ? nil : context.dollarRate(money.unit, time)
        if !isDollar, rate == nil {
            throw ImportFault(missingRateOf: money.unit, on: time.date)
        }
        if let fee, fee.unit != money.unit, fee.unit != amount.unit {
            throw ImportFault("its fee is in \(fee.unit), and not in \(money.unit) or \(amount.unit)")
        }
        let transaction = Transaction(
            id,
            kind,
            amount.number,
            of: coin,
            money: .total(money.number),
            in: money.unit,
            dollarRate: rate,
            fee: fee.map { Transaction.Fee($0.number, isInCoin: $0.unit == amount.unit) },
            at: time,
            note: String(note.prefix(Transaction.noteMax))
        )
        if let problem = transaction.problem { throw ImportFault("it has \(problem)") }
        return transaction
    }
}
