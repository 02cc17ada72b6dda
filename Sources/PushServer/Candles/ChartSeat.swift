internal import Shared

/// What candles are kept by.
struct SeriesKey: Hashable, Sendable {
    let source: KlineSource
    let coin: CoinID
    let interval: CandleInterval
}

/// One chart of one connection, as the candle hub sees it.
struct ChartSeat: Sendable {
    struct ID: Hashable, Sendable {
        let terminal: TerminalID
        let chart: ChartID
    }

    let id: ID
    let user: AccountID
    let order: ChartOrder
    let source: KlineSource
    /// Hands something over to the connection's event loop; never blocks, keeps the order.
    let deliver: @Sendable (ChartPush) -> Void
    /// Whether a whole series has been sent, so that changes are enough.
    var isServed = false
    /// What was told last, until a whole series is sent again.
    var problem: ChartProblem?

    var key: SeriesKey { SeriesKey(source: source, coin: order.coin, interval: order.interval) }
}

/// What the candle hub tells a chart.
enum ChartPush: Sendable {
    case candles(CandleBatch)
    case problem(ChartProblem)
}
