import Shared

extension CandleSeries {
    /// Decodes "Historical Minute", "Hourly" and "Daily OHLCV", version 1 and 2.
    ///
    /// Times before the coin was listed are zeros or missing.
    ///
    /// - Parameter limit: the requested number. The provider sends one candle more, and this leaves out the oldest.
    package init(cryptoCompare answer: HTTPAnswer, _ history: CryptoCompareHistory, limit: Int) throws(ProviderFailure)
    {
        var rows = CandleRows(interval: history.interval, arrived: answer.arrived)
        var isList = false
        try answer.cryptoCompare { reader, key throws(JSONError) in
            if key == "Data" { isList = try rows.readHistory(&reader) }
        }
        guard isList else { throw answer.badAnswer("it has no list of candles") }
        try answer.check(ListRule(rows: "candles", mayBeEmpty: true), good: rows.count - rows.bad, bad: rows.bad)
        // Answers have no time of their own.
        let isShort = rows.count < limit && !history.ends(at: rows.first, asOf: answer.arrived)
        self = rows.series(
            asOf: answer.arrived,
            lag: history.lag,
            reachesListing: rows.beginsWithZeros || isShort
        )
        cut(to: limit)
    }
}

extension CandleRows {
    /// Version 1 has the list itself. Version 2 has an object with the list under another `Data`.
    /// - Returns: whether there is a list.
    fileprivate mutating func readHistory(_ reader: inout JSONReader) throws(JSONError) -> Bool {
        if try reader.next() == UInt8(ascii: "[") { return try readList(&reader) }
        var rows = self
        var isList = false
        try reader.members { reader, key throws(JSONError) in
            if key == "Data" { isList = try rows.readList(&reader) }
        }
        self = rows
        return isList
    }

    private mutating func readList(_ reader: inout JSONReader) throws(JSONError) -> Bool {
        var rows = self
        let isList = try reader.elements { reader throws(JSONError) in
            // `volumefrom` is in coins, `volumeto` in money.
            rows.add(try CandleRow(&reader, .init(time: "time", volume: "volumefrom")))
        }
        self = rows
        return isList
    }
}
