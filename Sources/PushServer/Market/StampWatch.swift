internal import Shared

/// Whether an exchange's answers move on, by its own time stamps. How old they are is told by the server's clock alone: that of
/// the exchange may be minutes off.
struct StampWatch {
    private var last: TickerBoard?
    /// The server's clock less that of the exchange, at the last answer; nil: none has come.
    private(set) var offset: Duration?

    /// - Returns: whether the board is newer than the one before. One with an older stamp comes from a cache that lags, and one
    ///   that repeats stamp and prices says nothing.
    mutating func isNewer(_ board: TickerBoard, at now: MarketTime) -> Bool {
        let last = last
        self.last = board
        offset = board.time.offset(to: now)
        guard let last else { return true }
        return board.time > last.time || (board.time == last.time && board.tickers != last.tickers)
    }
}

extension MarketTime {
    /// Positive when `other` is later.
    func offset(to other: MarketTime) -> Duration {
        other >= self ? other.elapsed(since: self) : .zero - elapsed(since: other)
    }
}
