package import Shared

/// The address of a place in the program: `tickwire://favorites/BTC/chart?interval=1h`. Each coordinator takes its own
/// part and hands on the rest.
package enum DeepLink: Hashable, Sendable {
    case tab(Tab, CoinRoute?)
    case holdings
    case alerts
    /// One of the user's lists, by name, shown in place of Favorites.
    case list(String, CoinRoute?)
    /// The choice of a list.
    case lists
    case settings
    /// The choice of the currency, within the settings.
    case currency
    case devices
    case help
}

/// The part of a link about a coin: which coin, and what to show of it.
package struct CoinRoute: Hashable, Sendable {
    package enum Destination: Hashable, Sendable {
        /// Its row, selected.
        case row
        /// Its candles under its row; nil: in the interval of the last chart.
        case expanded(CandleInterval?)
        /// Its candles on the whole screen; nil: in the interval of the last chart.
        case chart(CandleInterval?)
        /// Its page.
        case detail
    }

    package let coin: CoinQuery
    package let destination: Destination

    package init(_ coin: CoinQuery, _ destination: Destination) {
        self.coin = coin
        self.destination = destination
    }
}

/// The part of a link that a tab follows.
struct LinkRest: Hashable, Sendable {
    /// The name of the list to show.
    var list: String?
    var coin: CoinRoute?

    var isEmpty: Bool { list == nil && coin == nil }
}
