import Shared

extension CoinListing {
    /// Decodes "Listings Latest".
    ///
    /// - Parameter mayBeEmpty: true for a part of the listing that may be beyond its end.
    package init(coinMarketCap answer: HTTPAnswer, mayBeEmpty: Bool = false) throws(ProviderFailure) {
        var rows = ListedCoinRows()
        let status = try answer.coinMarketCap { reader throws(JSONError) in try rows.read(&reader) }
        guard rows.isList else { throw answer.badAnswer("it has no list of coins") }
        try answer.check(ListRule(rows: "coins", mayBeEmpty: mayBeEmpty), good: rows.coins.count, bad: rows.bad)
        self.init(
            time: answer.moment(status.time),
            stamp: answer.stamp(status.time),
            coins: rows.coins,
            badRows: rows.bad,
            firstBadRow: rows.firstBad
        )
    }
}

/// The rows of a listing while they are being read.
private struct ListedCoinRows {
    var isList = false
    var coins: [ListedCoin] = []
    var bad = 0
    var firstBad: String?

    mutating func read(_ reader: inout JSONReader) throws(JSONError) {
        var rows = Self()
        rows.isList = try reader.elements { reader throws(JSONError) in
            let row = try ListedCoinRow(&reader)
            if let coin = row.coin {
                rows.coins.append(coin)
            } else {
                rows.bad += 1
                rows.firstBad = rows.firstBad ?? row.fault
            }
        }
        self = rows
    }
}
