package import Shared

/// The address of a place in the program: `tickwire://favorites/BTC/chart?interval=1h`. Each coordinator takes the part
/// that is its own and hands on the rest.
package enum DeepLink: Hashable, Sendable {
    case tab(Tab, CoinRoute?)
    case alerts
    /// One of the user's lists by its name, in the place of favorites.
    case list(String, CoinRoute?)
    /// The choice of a list.
    case lists
    case settings
    case devices
    case help
}

/// What is left of a link for a tab: a coin, and what is to be seen of it.
package struct CoinRoute: Hashable, Sendable {
    package enum Destination: Hashable, Sendable {
        /// Its row, selected.
        case row
        /// Its candles under its row; nil: in the interval that there is without a word.
        case expanded(CandleInterval?)
        /// Its candles on the whole screen, likewise.
        case chart(CandleInterval?)
        /// What there is to say about it.
        case detail
    }

    package let coin: CoinQuery
    package let destination: Destination

    package init(_ coin: CoinQuery, _ destination: Destination) {
        self.coin = coin
        self.destination = destination
    }
}

/// What is left of a link for a tab.
struct LinkRest: Hashable, Sendable {
    /// The name of the list that is to be shown.
    var list: String?
    var coin: CoinRoute?

    var isEmpty: Bool { list == nil && coin == nil }
}
