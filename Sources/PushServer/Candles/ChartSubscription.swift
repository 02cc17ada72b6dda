internal import Shared

/// What candles are kept by.
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

    enum Sent: Sendable { case nothing, part, whole }

    let id: ID
    let user: AccountID
    let request: ChartRequest
    let source: KlineSource
    /// Hands something over to the connection's event loop; never blocks, keeps the order.
    let deliver: @Sendable (ChartPush) -> Void
    /// What has been sent of the series; once it is whole, changes are enough.
    var sent = Sent.nothing
    /// What was told last, until a whole series is sent again.
    var problem: ChartProblem?

    var key: SeriesKey { SeriesKey(source: source, coin: request.coin, interval: request.interval) }
}

/// What the candle hub tells a chart.
enum ChartPush: Sendable {
    case candles(CandleBatch)
    case problem(ChartProblem)
}
