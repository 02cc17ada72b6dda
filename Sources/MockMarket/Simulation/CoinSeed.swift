import Shared

/// The starting values of a simulated coin.
struct CoinSeed {
    let identity: CoinIdentity
    /// The price to which it keeps returning, in US dollars.
    let price: ExactDecimal
    /// Whole coins.
    let supply: Int64
    let isStable: Bool

    /// The address part of a name: `Shiba Inu` is `shiba-inu`.
    static func slug(_ name: String) -> String {
        let words = name.lowercased().split { !($0.isLetter || $0.isNumber) }
        return words.joined(separator: "-")
    }

    /// The minute since 1970 at which its prices begin. Real ids grow with the years from Bitcoin's in April 2013 on.
    /// Invented coins begin at any time until the end of 2022. It is always the beginning of a block.
    var birth: Int64 {
        let blocks = identity.id.rawValue < 900_000 ? identity.id.rawValue / 3 : identity.id.rawValue % 997 * 10
        return Self.firstBlock + Int64(min(blocks, 10_500)) * PricePath.blockMinutes
    }

    /// 2013-04-28.
    private static let firstBlock = MarketTime(seconds: 1_367_107_200).minute

    /// In whole US dollars.
    var marketCap: Int64 {
        let total = Int128(supply) * Int128(price.mantissa) / Self.powerOfTen(-price.exponent)
        return Int64(clamping: total)
    }

    static func powerOfTen(_ power: Int) -> Int128 { (0..<power).reduce(1) { product, _ in product * 10 } }
}

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
