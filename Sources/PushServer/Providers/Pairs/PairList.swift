package import Shared

/// All pairs of an exchange.
package struct PairList: Equatable, Sendable {
    package let time: MarketTime
    /// The quote currency of the pairs that count, in lower case: the dollar, or a stablecoin against which nearly all
    /// coins trade.
    package let quote: String
    package let pairs: [ExchangePair]
    /// Rows without a pair or one of its currencies.
    package let badRows: Int
    /// Why the first bad row cannot be used.
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

/// Two currencies that an exchange trades against each other, in its own spelling.
package struct ExchangePair: Equatable, Sendable {
    package enum State: String, Sendable {
        case online
        case offline
        /// Trading is suspended, for example for maintenance.
        case suspended = "suspend"
        /// Any other state, such as a pair that is not open yet.
        case other
    }

    /// The exchange's spelling, which requests use: `btcusdt`, `BTCUSDT`.
    package let symbol: String
    /// The priced currency, in lower case: `btc`.
    package let base: String
    /// The currency of the price, in lower case: `usdt`.
    package let quote: String
    package let state: State
    /// Whether it is a leveraged product such as `btc3l`, which moves several times as much as its coin and is not a
    /// coin.
    package let isLeveraged: Bool
    /// The number of decimals of its prices.
    package let priceDecimals: Int?
}

// MARK: - Reading

/// The rows of an exchange's list of pairs while they are being read.
struct PairRows {
    /// Whether the answer contains a list of rows.
    var isList = false
    private var pairs: [ExchangePair] = []
    private var bad = 0
    private var firstBad: String?

    init() {}

    /// - Parameters:
    ///   - pair: nil if the row is not a pair.
    ///   - fault: why the row is not a pair.
    mutating func add(_ pair: ExchangePair?, fault: @autoclosure () -> String) {
        if let pair { return pairs.append(pair) }
        bad += 1
        firstBad = firstBad ?? fault()
    }

    /// - Parameters:
    ///   - time: when the exchange made the list, if the answer states it.
    ///   - quote: see `PairList.quote`.
    func list(of answer: HTTPAnswer, time: MarketTime?, quote: String) throws(ProviderFailure) -> PairList {
        guard isList else { throw answer.badAnswer("it has no list of pairs") }
        try answer.check(ListRule(rows: "pairs"), good: pairs.count, bad: bad)
        return PairList(
            time: answer.moment(time),
            quote: quote,
            pairs: pairs,
            badRows: bad,
            firstBadRow: firstBad
        )
    }
}
