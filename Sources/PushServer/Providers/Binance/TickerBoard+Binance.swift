import Shared

extension TickerBoard {
    /// Decodes "24hr ticker price change statistics" of all pairs. The answer has no time of its own, but each row ends
    /// with its own time.
    package init(binance answer: HTTPAnswer) throws(ProviderFailure) {
        var rows = TickerRows(keepsUntraded: true)
        try answer.binance { reader throws(JSONError) in
            // All prices have eight decimals, whatever the pair's precision. So trailing zeros mean nothing.
            try rows.read(from: &reader, names: [.close: "lastPrice", .time: "closeTime"])
        }
        try self.init(rows, of: answer, time: answer.stamp(rows.latest))
    }
}
