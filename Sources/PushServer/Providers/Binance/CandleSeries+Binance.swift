package import Shared

extension CandleSeries {
    /// Decodes "Kline/Candlestick data": a list of lists, oldest first.
    ///
    /// - Parameter limit: the requested number. Fewer candles mean that there are no older ones.
    package init(binance answer: HTTPAnswer, _ interval: CandleInterval, limit: Int) throws(ProviderFailure) {
        var rows = CandleRows(interval: interval, arrived: answer.arrived)
        var isList = false
        try answer.binance { reader throws(JSONError) in
            isList = try reader.elements { reader throws(JSONError) in rows.add(try CandleRow(binance: &reader)) }
        }
        guard isList else { throw answer.badAnswer("it has no list of candles") }
        try answer.check(ListRule(rows: "candles", mayBeEmpty: true), good: rows.count - rows.bad, bad: rows.bad)
        // The answer has no time of its own.
        self = rows.series(asOf: answer.arrived, reachesListing: rows.count < limit)
    }
}

extension CandleRow {
    /// Reads start in milliseconds, open, high, low, close and volume in coins. Skips the rest.
    fileprivate init(binance reader: inout JSONReader) throws(JSONError) {
        var row = Self()
        var place = 0
        try reader.elements { reader throws(JSONError) in
            switch place {
            case 0: row.time = try reader.integer().map(MarketTime.init(milliseconds:))
            case 1: row.open = try reader.decimal()
            case 2: row.high = try reader.decimal()
            case 3: row.low = try reader.decimal()
            case 4: row.close = try reader.decimal()
            case 5: row.volume = try reader.decimal(droppingExcessDecimals: true)
            default: break
            }
            place += 1
        }
        self = row
    }
}
