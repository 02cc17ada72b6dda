package import Shared

/// What a terminal last knew of its server's data, besides the user's own table. With it, the terminal shows prices
/// before it has a connection, and resumes where it stopped.
package struct ReplicaCache: Sendable {
    package var market: CachedMarket
    /// How far the server's clock was ahead of this machine's, so that ages are right without a connection.
    package var clockOffset: Duration
    package var rates: ExchangeRates?
    /// The weeks of the coins that were last on the screen.
    package var weeks: CachedWeeks?
    /// The charts that were last open, the newest first.
    package var charts: [CachedChart] = []

    package init(market: CachedMarket, clockOffset: Duration = .zero) {
        (self.market, self.clockOffset) = (market, clockOffset)
    }
}

/// A whole market, and the epoch that its sequence belongs to.
package struct CachedMarket: Sendable {
    package var epoch: MarketEpoch
    package var table: MarketTable

    package init(epoch: MarketEpoch, table: MarketTable) { (self.epoch, self.table) = (epoch, table) }
}

package struct CachedWeeks: Hashable, Sendable {
    package var weeks: [CoinWeek]
    /// The hour that was not over when they came.
    package var open: MarketHour

    package init(_ weeks: [CoinWeek], open: MarketHour) { (self.weeks, self.open) = (weeks, open) }
}

/// The candles of a chart that was open.
package struct CachedChart: Hashable, Sendable {
    package var request: ChartRequest
    /// The name of the `KlineSource` that the candles come from.
    package var source: String
    /// When the source, or a live price, last said something about them.
    package var heard: MarketTime?
    /// Ascending.
    package var candles: [Candle]

    package init(request: ChartRequest, source: String, heard: MarketTime?, candles: [Candle]) {
        (self.request, self.source, self.heard, self.candles) = (request, source, heard, candles)
    }

    func isOf(_ request: ChartRequest) -> Bool {
        self.request.coin == request.coin && self.request.interval == request.interval
    }
}
