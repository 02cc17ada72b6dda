/// Candles for a chart, ascending.
public struct CandleBatch: Hashable, Sendable {
    /// The name of a `KlineSource`.
    public var source: String
    /// Whether to forget the held candles, because these are the oldest.
    public var isFirst: Bool
    /// Whether the series is complete with these candles.
    public var isLast: Bool
    public var candles: [Candle]
    /// How many candles there will be in all, while older ones are still being fetched.
    public var expected: Int?
    /// When the source, or a live price, last said something about the series; nil if unknown.
    public var heard: MarketTime?
    /// Whether the next message about the chart is a problem that says why there is nothing newer.
    public var isProblemNext: Bool

    public init(
        source: String,
        isFirst: Bool,
        isLast: Bool,
        candles: [Candle],
        expected: Int? = nil,
        heard: MarketTime? = nil,
        isProblemNext: Bool = false
    ) {
        self.source = source
        self.isFirst = isFirst
        self.isLast = isLast
        self.candles = candles
        (self.expected, self.heard, self.isProblemNext) = (expected, heard, isProblemNext)
    }

    /// How many candles keep a frame under 64 KiB, with prices of any length.
    public static let candlesMax = 250

    /// Splits a series into batches. An empty series is one batch.
    /// - Parameters:
    ///   - expected: nil if the series is complete; the last batch then says so.
    ///   - isProblemNext: whether the last batch announces a problem.
    public static func batches(
        of candles: [Candle],
        from source: String,
        expected: Int? = nil,
        heard: MarketTime? = nil,
        isProblemNext: Bool = false
    ) -> [CandleBatch] {
        let starts = candles.isEmpty ? [0] : Array(stride(from: 0, to: candles.count, by: candlesMax))
        return starts.map { start in
            let end = min(start + candlesMax, candles.count)
            return CandleBatch(
                source: source,
                isFirst: start == 0,
                isLast: end == candles.count && expected == nil,
                candles: Array(candles[start..<end]),
                expected: expected,
                heard: heard,
                isProblemNext: isProblemNext && end == candles.count
            )
        }
    }
}
