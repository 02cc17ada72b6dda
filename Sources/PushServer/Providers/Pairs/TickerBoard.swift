package import Shared

/// The latest price of every pair that an exchange trades.
package struct TickerBoard: Equatable, Sendable {
    /// When the exchange made the answer, by its own clock, which may be off; nil: it does not say.
    package let time: MarketTime?
    /// Against all quote currencies.
    package let tickers: [PairTicker]
    /// Pairs without a price that can be read.
    package let unpriced: [String]
    /// Rows that lacked a pair or a price.
    package let badRows: Int
    /// Why the first of them cannot be used.
    package let firstBadRow: String?

    package init(
        time: MarketTime?,
        tickers: [PairTicker],
        unpriced: [String] = [],
        badRows: Int = 0,
        firstBadRow: String? = nil
    ) {
        (self.time, self.tickers, self.unpriced) = (time, tickers, unpriced)
        (self.badRows, self.firstBadRow) = (badRows, firstBadRow)
    }
}

package struct PairTicker: Hashable, Sendable {
    /// As the exchange spells it: `btcusdt`, `BTCUSDT`.
    package let pair: String
    /// The latest price, in the quote currency.
    package let close: ExactDecimal
}
