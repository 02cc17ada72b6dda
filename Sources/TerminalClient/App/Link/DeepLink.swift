package import Shared

/// The address of a place in the program: `tickwire://favorites/BTC/chart?interval=1h`. Each coordinator takes the part
/// that is its own and hands on the rest.
package enum DeepLink: Hashable, Sendable {
    case tab(Tab, CoinRoute?)
    case settings
    case devices
    case help

    static func coin(_ coin: CoinID, in tab: Tab) -> DeepLink { .tab(tab, CoinRoute(.id(coin), .row)) }
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
