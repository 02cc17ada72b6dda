/// Whose manners an answer has, by its path.
enum ProviderStyle {
    case coinMarketCap
    case huobi
    case cryptoCompare

    init(path: String) {
        if path.contains("/cryptocurrency/") {
            self = .coinMarketCap
        } else if path.hasPrefix("/data/") {
            self = .cryptoCompare
        } else {
            self = .huobi
        }
    }
}
