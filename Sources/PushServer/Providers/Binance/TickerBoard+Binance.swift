import Shared

extension TickerBoard {
    /// Decodes "24hr ticker price change statistics" of all pairs. `openPrice` and the like are of the last 24 hours and stay
    /// unread: the listing tells changes for all sources alike. The answer has no time of its own; each row ends when it was made.
    package init(binance answer: HTTPAnswer) throws(ProviderFailure) {
        var rows = TickerRows(keepsUntraded: true)
        try answer.binance { reader throws(JSONError) in
            // Prices have eight decimals, whatever the pair's own are: zeros at the end say nothing.
            try rows.read(TickerRows.Names(close: "lastPrice", time: "closeTime"), from: &reader)
        }
        try self.init(rows, of: answer, time: answer.stamp(rows.latest))
    }
}
