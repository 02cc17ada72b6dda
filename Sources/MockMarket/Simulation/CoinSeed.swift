import Shared

/// Where a coin of the simulation starts from.
struct CoinSeed {
    let identity: CoinIdentity
    /// The price it keeps returning to, in US dollars.
    let price: ExactDecimal
    /// Whole coins.
    let supply: Int64
    let isStable: Bool

    /// The address part of a name: `Shiba Inu` is `shiba-inu`.
    static func slug(_ name: String) -> String {
        let words = name.lowercased().split { !($0.isLetter || $0.isNumber) }
        return words.joined(separator: "-")
    }

    /// In whole US dollars.
    var marketCap: Int64 {
        let total = Int128(supply) * Int128(price.mantissa) / Self.powerOfTen(-price.exponent)
        return Int64(clamping: total)
    }

    static func powerOfTen(_ power: Int) -> Int128 { (0..<power).reduce(1) { product, _ in product * 10 } }
}
