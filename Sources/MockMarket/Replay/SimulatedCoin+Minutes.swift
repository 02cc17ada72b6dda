import Shared

extension SimulatedCoin {
    /// A coin whose prices are recorded minutes. The market begins in their middle, so that charts have a past. After
    /// the last one they begin again.
    init(_ seed: CoinSeed, playing minutes: RecordedMinutes, at time: MarketTime) {
        let decimals = minutes.decimals
        let amountDecimals = PriceSpan.Traded.amountDecimals(of: seed.price)
        let spans = minutes.spans(decimals: decimals, amountDecimals: amountDecimals)
        let start = time.minute - Int64(spans.count) / 2
        var total = PriceSpan.Traded.nothing
        for span in spans { total.add(span.traded) }
        let days = max(1, Int64(spans.count) / 1440)
        let daily = PriceSpan.Traded(
            turnover: max(1000, total.turnover / days),
            amount: total.amount / days,
            trades: total.trades / days
        )
        // History begins at the first whole block, like that of every coin.
        let blocks = PricePath.floorDivision(start + PricePath.blockMinutes - 1, PricePath.blockMinutes)
        self.init(
            seed,
            .recorded(MinuteTape(spans, start: start)),
            decimals: decimals,
            daily: daily,
            birth: min(blocks * PricePath.blockMinutes, time.minute),
            at: time
        )
    }
}
