internal import Shared

/// Identifies a series of candles.
struct SeriesKey: Hashable, Sendable {
    let source: KlineSource
    let coin: CoinID
    let interval: CandleInterval
}

/// One chart of one connection, as the candle hub sees it.
struct ChartSubscription: Sendable {
    struct ID: Hashable, Sendable {
        let connection: ConnectionID
        let chart: ChartID
    }

    enum SentPart: Sendable { case nothing, part, whole }

    let id: ID
    /// The user whose share of all charts it counts against; nil for a node, which asks for several users.
    let user: AccountID?
    let request: ChartRequest
    let source: KlineSource
    /// Passes a push to the connection's event loop. It never blocks and keeps the order.
    let deliver: @Sendable (ChartPush) -> Void
    /// The part of the series that was sent. After a whole series, changes are enough.
    var sent = SentPart.nothing
    /// The problem that was sent last, until a whole series is sent again.
    var problem: ChartProblem?

    var key: SeriesKey { SeriesKey(source: source, coin: request.coin, interval: request.interval) }
}

/// A message of the candle hub to a chart.
enum ChartPush: Sendable {
    case candles(CandleBatch)
    case problem(ChartProblem)
}
