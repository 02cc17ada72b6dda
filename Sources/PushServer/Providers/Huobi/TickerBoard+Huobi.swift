import Shared

extension TickerBoard {
    /// Decodes "Get Latest Tickers for All Pairs" (providers.md section 2.3).
    package init(huobi answer: HTTPAnswer) throws(ProviderFailure) {
        var rows = TickerRows()
        let status = try answer.huobi { reader throws(JSONError) in try rows.read(&reader) }
        guard rows.isList else { throw answer.badAnswer("it has no list of tickers") }
        try answer.check(ListRule(rows: "tickers"), good: rows.tickers.count, bad: rows.bad)
        self.init(
            time: answer.stamp(status.time),
            tickers: rows.tickers,
            unpriced: rows.unpriced,
            badRows: rows.bad,
            firstBadRow: rows.firstBad
        )
    }
}

/// The rows as they are read. `open`, `high` and `low` are of the calendar day in UTC+8 and stay unread: a change made from
/// them would not be the 24-hour change.
private struct TickerRows {
    var isList = false
    var tickers: [PairTicker] = []
    var unpriced: [String] = []
    var bad = 0
    var firstBad: String?

    mutating func read(_ reader: inout JSONReader) throws(JSONError) {
        var rows = Self()
        rows.isList = try reader.elements { reader throws(JSONError) in
            try rows.readRow(&reader)
        }
        self = rows
    }

    private mutating func readRow(_ reader: inout JSONReader) throws(JSONError) {
        var pair: String?
        var close: ExactDecimal?
        try reader.members { reader, key throws(JSONError) in
            switch key {
            case "symbol": pair = try reader.text()
            case "close": close = try reader.positiveDecimal()
            default: break
            }
        }
        if let pair, let close { return tickers.append(PairTicker(pair: pair, close: close)) }
        bad += 1
        if let pair { unpriced.append(pair) }
        firstBad = firstBad ?? pair.map { "\($0) has no price" } ?? "a row has no symbol"
    }
}
