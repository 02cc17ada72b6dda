/// The sums of the whole market. Delisted coins and coins without the figure do not count.
public struct MarketTotals: Hashable, Sendable {
    /// In USD.
    public internal(set) var marketCap = 0.0
    /// Of Bitcoin, in USD; nil if the market does not have it.
    public internal(set) var bitcoinCap: Double?
    /// In USD over 24 hours.
    public internal(set) var volume = 0.0
    /// How many coins cost more than 24 hours ago. Below is how many cost less.
    public internal(set) var rising = 0
    public internal(set) var falling = 0
}

extension MarketTable {
    /// Passes over the columns once, so compute it only once for each change of the table.
    public var totals: MarketTotals {
        var totals = MarketTotals()
        let bitcoin = row(of: .bitcoin)
        for row in 0..<count where !columns.delistings.values[row] {
            if let mantissa = columns.prices.values[row], let supply = columns.fundamentals.values[row].supply {
                let decimals = Int(columns.pricings.values[row].decimals)
                let cap = ExactDecimal.approximate(mantissa: mantissa, decimals: decimals) * Double(supply)
                totals.marketCap += cap
                if row == bitcoin { totals.bitcoinCap = cap }
            }
            if let volume = columns.volumes.values[row] { totals.volume += Double(volume) }
            let change = columns.dayChanges.values[row]?.hundredths ?? 0
            if change > 0 { totals.rising += 1 } else if change < 0 { totals.falling += 1 }
        }
        return totals
    }
}

extension CoinID {
    /// Bitcoin has the listing's first number.
    static let bitcoin = CoinID(1)
}
