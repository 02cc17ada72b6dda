/// The movement of one coin's price over some time, in the coin's ticks.
struct PriceSpan: Equatable, Sendable {
    var open: Int64
    var high: Int64
    var low: Int64
    var close: Int64
    var traded: Traded

    /// What was traded.
    struct Traded: Equatable, Sendable {
        /// In US cents.
        var turnover: Int64
        /// In the coin's own units, with `PricePath.amountDecimals` decimals.
        var amount: Int64
        var trades: Int64

        static let nothing = Traded(turnover: 0, amount: 0, trades: 0)
    }

    /// A span in which nothing happened.
    init(flatAt price: Int64) {
        (open, high, low, close, traded) = (price, price, price, price, .nothing)
    }

    init(open: Int64, high: Int64, low: Int64, close: Int64, traded: Traded) {
        (self.open, self.high, self.low, self.close, self.traded) = (open, high, low, close, traded)
    }

    /// Joins this span with the one that follows it.
    mutating func append(_ next: PriceSpan) {
        high = max(high, next.high)
        low = min(low, next.low)
        close = next.close
        traded.add(next.traded)
    }
}

extension PriceSpan.Traded {
    mutating func add(_ other: Self) {
        turnover += other.turnover
        amount += other.amount
        trades += other.trades
    }

    func subtracting(_ part: Self) -> Self {
        Self(turnover: turnover - part.turnover, amount: amount - part.amount, trades: trades - part.trades)
    }

    /// The part of it that `share` gives, in 2^-64.
    func scaled(_ share: UInt64) -> Self {
        Self(turnover: Self.part(turnover, share), amount: Self.part(amount, share), trades: Self.part(trades, share))
    }

    private static func part(_ value: Int64, _ share: UInt64) -> Int64 {
        Int64(UInt64(max(0, value)).multipliedFullWidth(by: share).high)
    }
}
