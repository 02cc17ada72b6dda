/// Where a user's candles come from.
public enum KlineSource: String, Sendable, CaseIterable, Codable {
    case huobi
    case cryptoCompare = "cryptocompare"

    /// As shown to people.
    public var title: String {
        switch self {
        case .huobi: "Huobi"
        case .cryptoCompare: "CryptoCompare"
        }
    }
}
