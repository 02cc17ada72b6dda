import Shared

/// Coins whose symbol the listing spells otherwise than the exchanges do.
///
/// By the listing's number, so that no other coin of the same spelling is meant. Each entry is backed by recorded lists
/// (providers.md section 2.4 and 3.3); a spelling alone never decides at CryptoCompare, where the name must agree as well.
enum CoinSpellings {
    /// Lower case, as Huobi writes currencies. IOTA is `MIOTA` in the listing.
    static let huobi: [CoinID: String] = [CoinID(1720): "iota"]

    /// Upper case. Which of them is used changes with the years.
    static let cryptoCompare: [CoinID: [String]] = [CoinID(1720): ["IOTA", "IOT"]]

    /// Names that a coin has had. Lists of different years call it by different ones.
    static let names: [CoinID: [String]] = [
        CoinID(52): ["Ripple", "XRP"],
        CoinID(131): ["DigitalCash", "Dash"],
        CoinID(1831): ["Bitcoin Cash / BCC", "Bitcoin Cash"],
        CoinID(1958): ["Tronix", "TRON"],
    ]
}
