package import Shared

/// Every pair that an exchange knows.
package struct PairList: Equatable, Sendable {
    package let time: MarketTime
    /// What the pairs that count are priced in, in lower case: a dollar, or one in all but name, that nearly everything trades
    /// against.
    package let quote: String
    package let pairs: [ExchangePair]
    /// Rows that lacked the pair or one of its currencies.
    package let badRows: Int
    /// Why the first of them cannot be used.
    package var firstBadRow: String?
}

extension PairList: SymbolList {
    package func match(
        _ listing: CoinListing,
        prices: TickerBoard?,
        proved: [String: CoinID],
        judgingAge: Duration
    ) -> SymbolMatch {
        PairMatching(listing, prices, proved: proved, judgingAge: judgingAge).match(self)
    }

    package var priceDecimals: [String: Int] {
        let told = pairs.compactMap { pair in pair.priceDecimals.map { (pair.symbol, $0) } }
        return Dictionary(told) { first, _ in first }
    }

    package var trading: Set<String>? {
        Set(pairs.filter { $0.state == .online && $0.quote == quote }.map(\.symbol))
    }

    package var suspendedCount: Int { pairs.count { $0.state == .suspended && $0.quote == quote } }
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

    /// What the exchange is asked by, as it spells it: `btcusdt`, `BTCUSDT`.
    package let symbol: String
    /// What is priced, in lower case: `btc`.
    package let base: String
    /// What it is priced in, in lower case: `usdt`.
    package let quote: String
    package let state: State
    /// A product that moves several times as much as its coin, such as `btc3l`, and is no coin itself.
    package let isLeveraged: Bool
    /// The decimals that prices are told with.
    package let priceDecimals: Int?
}
