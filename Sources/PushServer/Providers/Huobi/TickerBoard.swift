package import Shared

/// The latest price of every pair that an exchange trades.
package struct TickerBoard: Equatable, Sendable {
    package let time: MarketTime
    /// Against all quote currencies.
    package let tickers: [PairTicker]
    /// Rows that lacked a pair or a price.
    package let badRows: Int
}

package struct PairTicker: Equatable, Sendable {
    /// Base and quote in lower case with nothing between: `btcusdt`.
    package let pair: String
    /// The latest price, in the quote currency.
    package let close: ExactDecimal
    /// Money traded over the last 24 hours, in the quote currency.
    package let turnover24h: ExactDecimal?
}
