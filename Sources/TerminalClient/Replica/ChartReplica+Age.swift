internal import Shared

extension ChartReplica {
    /// The time since the candles' source, or a live price of it, last said something about them; nil if it is not
    /// known. A price that comes again unchanged moves no candle, but counts.
    /// - Parameters:
    ///   - provider: the title of their source.
    ///   - table: the market, whose prices move the last candle.
    ///   - now: the server's time.
    func age(from provider: String?, in table: MarketTable, at now: MarketTime) -> Duration? {
        let heard = heard.flatMap(now.age(of:))
        if problem != nil { return heard }
        return [heard, priceAge(from: provider, in: table, at: now)].compactMap(\.self).min()
    }

    /// The age of the live price from the candles' source.
    private func priceAge(from provider: String?, in table: MarketTable, at now: MarketTime) -> Duration? {
        let pricing = table.row(of: request.coin).map { table[$0].pricing }
        guard let price = pricing.flatMap({ table.age(of: $0, at: now) }), price.isLive,
            price.source.provider == provider
        else { return nil }
        return price.age
    }
}
