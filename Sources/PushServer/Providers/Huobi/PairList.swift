package import Shared

/// Every pair that an exchange knows.
package struct PairList: Equatable, Sendable {
    package let time: MarketTime
    package let pairs: [ExchangePair]
    /// Rows that lacked the pair or one of its currencies.
    package let badRows: Int
}

/// Two currencies that an exchange trades against each other, spelled in its own way.
package struct ExchangePair: Equatable, Sendable {
    package enum State: String, Sendable {
        case online
        case offline
        /// Trading stands still, for maintenance for instance.
        case suspended = "suspend"
        /// Anything else, such as a pair that is yet to open.
        case other
    }

    /// What the exchange is asked by: `btcusdt`.
    package let symbol: String
    /// What is priced: `btc`.
    package let base: String
    /// What it is priced in: `usdt`.
    package let quote: String
    package let state: State
    /// A product that moves several times as much as its coin, such as `btc3l`, and is no coin itself.
    package let isLeveraged: Bool
    /// The decimals that prices are told with.
    package let priceDecimals: Int?
}
