internal import Shared

/// Whether an exchange's answers move on, by its own time stamps. How old they are is told by the server's clock alone: that of
/// the exchange may be minutes off.
///
/// Several caches may answer in turns, and any of them may stand still. So an answer is held against the newest one so far, not
/// against the last one. A stamp that lies far before it is that of another clock, which counts once it moves on: so a single
/// odd stamp, or a clock that was set back, costs one answer. Less far, and it is a cache that lags.
struct StampWatch {
    /// After so long without a newer stamp, older ones count from where they are.
    static let patience = Duration.seconds(60)

    private var newest: TickerBoard?
    /// No cache lags by so much.
    private static let lagMax = Duration.seconds(60)

    /// What a stamp must exceed.
    private var base: MarketTime?
    /// The last stamp of another clock, since the newest answer.
    private var other: MarketTime?
    /// When the newest answer came.
    private var heard: MarketTime?
    /// The server's clock less that of the exchange, at the newest answer; nil: none has come.
    private(set) var offset: Duration?

    /// - Returns: whether the board is newer than all before. One with an older stamp comes from a cache that lags, and one
    ///   that repeats stamp and prices says nothing.
    mutating func isNewer(_ board: TickerBoard, at now: MarketTime) -> Bool {
        guard let newest, let base, let heard else { return take(board, at: now) }
        let isRepeated = board.time == newest.time && board.tickers == newest.tickers
        if board.time > base || board.time == newest.time { return isRepeated ? false : take(board, at: now) }
        if base.elapsed(since: board.time) > Self.lagMax {
            if let other, board.time > other { return take(board, at: now) }
            other = board.time
        }
        if heard > now || now.elapsed(since: heard) >= Self.patience { (self.base, self.heard) = (board.time, now) }
        return false
    }

    private mutating func take(_ board: TickerBoard, at now: MarketTime) -> Bool {
        (newest, base, heard, other) = (board, board.time, now, nil)
        offset = board.time.offset(to: now)
        return true
    }
}

extension MarketTime {
    /// Positive when `other` is later.
    func offset(to other: MarketTime) -> Duration {
        other >= self ? other.elapsed(since: self) : .zero - elapsed(since: other)
    }
}
