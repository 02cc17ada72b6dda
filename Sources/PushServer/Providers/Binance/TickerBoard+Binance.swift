import Shared

extension TickerBoard {
    /// Decodes "24hr ticker price change statistics" of all pairs. `openPrice` and the like are of the last 24 hours and stay
    /// unread: the listing tells changes for all sources alike.
    package init(binance answer: HTTPAnswer) throws(ProviderFailure) {
        var rows = TickerRows()
        var isList = false
        try answer.binance { reader throws(JSONError) in
            isList = try reader.elements { reader throws(JSONError) in try rows.readRow(&reader) }
        }
        guard isList else { throw answer.badAnswer("it has no list of tickers") }
        try answer.check(ListRule(rows: "tickers"), good: rows.tickers.count + rows.resting, bad: rows.bad)
        self.init(
            time: answer.stamp(rows.latest),
            tickers: rows.tickers,
            unpriced: rows.unpriced,
            badRows: rows.bad,
            firstBadRow: rows.firstBad
        )
    }
}

private struct TickerRows {
    var tickers: [PairTicker] = []
    var unpriced: [String] = []
    /// Pairs that nobody has traded: their price is told as zero.
    var resting = 0
    var bad = 0
    var firstBad: String?
    /// The answer has no time of its own; each row ends when it was made.
    var latest: MarketTime?

    mutating func readRow(_ reader: inout JSONReader) throws(JSONError) {
        var pair: String?
        var price: ExactDecimal?
        var end: MarketTime?
        try reader.members { reader, key throws(JSONError) in
            switch key {
            case "symbol": pair = try reader.text()
            // Eight decimals, whatever the pair's own are: zeros at the end say nothing.
            case "lastPrice": price = try reader.decimal()
            case "closeTime": end = try reader.integer().map(MarketTime.init(milliseconds:))
            default: break
            }
        }
        if let end { latest = max(latest ?? end, end) }
        if let pair, let price, price > .zero {
            tickers.append(PairTicker(pair: pair, close: price))
        } else if let pair, price == .zero {
            unpriced.append(pair)
            resting += 1
        } else {
            bad += 1
            if let pair { unpriced.append(pair) }
            firstBad = firstBad ?? pair.map { "\($0) has no price" } ?? "a row has no symbol"
        }
    }
}
