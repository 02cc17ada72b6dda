package import Shared

extension CandleSeries {
    /// Decodes "Get Klines (Candles)". The newest candle comes first.
    ///
    /// - Parameter size: the requested number. Fewer candles mean that there are no older ones.
    package init(huobi answer: HTTPAnswer, _ interval: CandleInterval, size: Int) throws(ProviderFailure) {
        var rows = CandleRows(interval: interval, arrived: answer.arrived)
        var isList = false
        let status = try answer.huobi { reader throws(JSONError) in
            isList = try reader.elements { reader throws(JSONError) in
                // `amount` is in coins, `vol` in money. One old table of the documentation confuses them.
                rows.add(try CandleRow(&reader, .init(time: "id", volume: "amount")))
            }
        }
        guard isList else { throw answer.badAnswer("it has no list of candles") }
        try answer.check(ListRule(rows: "candles", mayBeEmpty: true), good: rows.count - rows.bad, bad: rows.bad)
        self = rows.series(asOf: answer.moment(status.time), reachesListing: rows.count < size)
    }
}
