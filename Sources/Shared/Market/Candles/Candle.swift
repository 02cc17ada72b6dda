/// What a price did over one interval.
public struct Candle: Hashable, Sendable {
    /// When the interval begins.
    public var time: MarketTime
    public var open: ExactDecimal
    public var high: ExactDecimal
    public var low: ExactDecimal
    public var close: ExactDecimal
    /// How many coins changed hands; nil: the source does not say.
    public var volume: ExactDecimal?
    /// Whether the interval is over. The last candle of a series may still move.
    public var isClosed: Bool

    public init(
        time: MarketTime,
        open: ExactDecimal,
        high: ExactDecimal,
        low: ExactDecimal,
        close: ExactDecimal,
        volume: ExactDecimal?,
        isClosed: Bool
    ) {
        self.time = time
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.volume = volume
        self.isClosed = isClosed
    }
}
