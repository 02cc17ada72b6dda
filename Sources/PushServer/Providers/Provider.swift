/// A source of market data.
package enum Provider: String, CaseIterable, Sendable {
    case coinMarketCap
    /// Where CoinMarketCap keeps its pictures: a host of its own, which wants no key and counts by itself.
    case coinMarketCapPictures
    case huobi
    case cryptoCompare

    /// The name as users know it.
    package var name: String {
        switch self {
        case .coinMarketCap, .coinMarketCapPictures: "CoinMarketCap"
        case .huobi: "Huobi"
        case .cryptoCompare: "CryptoCompare"
        }
    }
}
