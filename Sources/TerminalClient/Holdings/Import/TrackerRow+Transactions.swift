internal import Shared

extension TrackerRow {
    /// One transaction, or two if one coin was exchanged for another.
    /// - Parameter id: the id of the first or the second transaction.
    /// - Throws: why the row is not a transaction.
    func transactions(_ reader: ImportReader, id: (Int) -> TransactionID) throws(ImportFault) -> [Transaction] {
        switch (sent, received) {
        case (nil, nil): throw ImportFault.nothingMoved
        case (let sent?, nil):
            throw ImportFault.sentForNothing("\(sent.number) \(sent.unit)")
        case (nil, let received?):
            throw ImportFault.receivedForNothing("\(received.number) \(received.unit)")
        case (let sent?, let received?):
            return switch (reader.isMoney(sent.unit), reader.isMoney(received.unit)) {
            case (true, true): throw ImportFault.moneyForMoney
            case (true, false): [try trade(.bought, received, for: sent, reader, id: id(0), fee: fee)]
            case (false, true): [try trade(.sold, sent, for: received, reader, id: id(0), fee: fee)]
            case (false, false): try exchange(sent, received, reader, id: id)
            }
        }
    }

    private func exchange(
        _ sent: Amount,
        _ received: Amount,
        _ reader: ImportReader,
        id: (Int) -> TransactionID
    ) throws(ImportFault) -> [Transaction] {
        guard let worth, reader.isMoney(worth.unit) else {
            throw .noWorth(sent: sent.unit, received: received.unit)
        }
        // The fee belongs to the coin in which it was paid, or else to the sale.
        let isOfPurchase = fee?.unit == received.unit
        return [
            try trade(.sold, sent, for: worth, reader, id: id(0), fee: isOfPurchase ? nil : fee),
            try trade(.bought, received, for: worth, reader, id: id(1), fee: isOfPurchase ? fee : nil),
        ]
    }

    private func trade(
        _ kind: Transaction.Kind,
        _ amount: Amount,
        for money: Amount,
        _ reader: ImportReader,
        id: TransactionID,
        fee: Amount?
    ) throws(ImportFault) -> Transaction {
        let coin = try reader.coin(amount.unit)
        if let fee, fee.unit != money.unit, fee.unit != amount.unit {
            throw .foreignFee(fee.unit, units: [money.unit, amount.unit])
        }
        var form = TransactionForm()
        (form[.kind], form[.amount]) = (kind.rawValue, amount.number.plainText)
        (form[.total], form[.currency]) = (money.number.plainText, money.unit)
        (form[.time], form[.note]) = (time.iso8601, String(note.prefix(Transaction.noteMax)))
        if let fee { form[fee.unit == amount.unit ? .coinFee : .fee] = fee.number.plainText }
        return try reader.transaction(form, id, of: coin)
    }
}
