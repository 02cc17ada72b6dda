internal import Shared

/// The moves of one series' candles by live prices that the source's answers may not contain yet.
///
/// An answer that is newer than a price contains it, unless the price was wrong. So an answer replaces all earlier
/// prices, and later prices extend it.
struct LiveMoves {
    /// The prices of a span of time within one candle.
    private struct Move {
        let start: MarketTime
        var high: ExactDecimal
        var low: ExactDecimal
        var close: ExactDecimal
        let first: MarketTime
        var last: MarketTime
    }

    /// A move that spans the moment of an answer counts as newer, so no move may be long.
    private static let longest = Duration.seconds(60)

    private var moves: [Move] = []
    private var isSplit = false

    /// - Parameter start: the start of the moved candle.
    mutating func record(_ price: ExactDecimal, in start: MarketTime, at time: MarketTime) {
        if !isSplit, let last = moves.last, last.start == start, time.isNear(last.first, within: Self.longest) {
            let index = moves.endIndex - 1
            moves[index].high = max(last.high, price)
            moves[index].low = min(last.low, price)
            moves[index].close = price
            moves[index].last = time
        } else {
            moves.append(Move(start: start, high: price, low: price, close: price, first: time, last: time))
            isSplit = false
        }
    }

    /// The source was asked, and its answer will be newer than everything until now.
    mutating func split() { isSplit = true }

    /// The clock was set back to `time`, so the times of these moves are no longer known.
    mutating func forgetAll(after time: MarketTime) { moves.removeAll { $0.last > time } }

    /// Forgets the moves that an answer of `time` contains.
    mutating func forget(until time: MarketTime) {
        let isOpen = isSplit ? 0 : 1
        let known = moves.dropLast(isOpen).prefix { $0.last <= time }.count
        if known > 0 { moves.removeFirst(known) }
    }

    /// The source's candle, moved by the prices since.
    func extend(_ candle: Candle) -> Candle {
        if candle.isClosed { return candle }
        var moved = candle
        for move in moves where move.start == candle.time {
            moved.high = max(moved.high, move.high)
            moved.low = min(moved.low, move.low)
            moved.close = move.close
        }
        return moved
    }
}

/// The price changes in an exchange's latest answer.
struct ExchangeMoves: Sendable {
    let exchange: String
    let prices: [(coin: CoinID, price: ExactDecimal)]
    let time: MarketTime

    init(_ exchange: String, _ prices: [(coin: CoinID, price: ExactDecimal)], at time: MarketTime) {
        (self.exchange, self.prices, self.time) = (exchange, prices, time)
    }
}
