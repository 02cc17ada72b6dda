/// A source of market data.
package enum Provider: String, CaseIterable, Sendable {
    case coinMarketCap
    case huobi
    case cryptoCompare

    /// The name as users know it.
    package var name: String {
        switch self {
        case .coinMarketCap: "CoinMarketCap"
        case .huobi: "Huobi"
        case .cryptoCompare: "CryptoCompare"
        }
    }
}
