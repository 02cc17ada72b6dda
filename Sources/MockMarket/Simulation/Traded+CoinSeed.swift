import Shared

extension PriceSpan.Traded {
    /// The amount that is usually traded in a day: between a fiftieth and a twelfth of the coin's capitalization.
    init(dayOf seed: CoinSeed, home: Int64, decimals: Int, _ random: inout SeededGenerator) {
        let cents = max(1000, seed.marketCap / 20 * random.within(20...160))
        let unit = CoinSeed.powerOfTen(decimals + Self.amountDecimals(of: seed.price)) / 100
        let amount = Int64(clamping: Int128(cents) * max(1, unit) / Int128(home))
        self.init(turnover: cents, amount: amount, trades: cents / 100_000)
    }

    /// Four decimals, or none if a day's amount would nearly exceed 64 bits.
    static func amountDecimals(of price: ExactDecimal) -> Int { price.approximate < 0.01 ? 0 : 4 }
}
