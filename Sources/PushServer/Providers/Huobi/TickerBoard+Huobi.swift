import Shared

extension TickerBoard {
    /// Decodes "Get Latest Tickers for All Pairs". `open`, `high` and `low` belong to the calendar day in UTC+8.
    package init(huobi answer: HTTPAnswer) throws(ProviderFailure) {
        var rows = TickerRows()
        let status = try answer.huobi { reader throws(JSONError) in
            try rows.read(from: &reader)
        }
        try self.init(rows, of: answer, time: answer.stamp(status.time))
    }
}
