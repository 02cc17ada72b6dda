/// Candles for a chart, ascending.
public struct CandleBatch: Hashable, Sendable {
    public var source: KlineSource
    /// Forget what was held: these are the oldest.
    public var isFirst: Bool
    /// With these, all that there is has come.
    public var isLast: Bool
    public var candles: [Candle]

    public init(source: KlineSource, isFirst: Bool, isLast: Bool, candles: [Candle]) {
        self.source = source
        self.isFirst = isFirst
        self.isLast = isLast
        self.candles = candles
    }

    /// How many candles keep a frame under 64 KiB, with prices of any length.
    public static let candlesMax = 250

    /// A whole series in batches; an empty one is one batch.
    public static func batches(of candles: [Candle], from source: KlineSource) -> [CandleBatch] {
        let starts = candles.isEmpty ? [0] : Array(stride(from: 0, to: candles.count, by: candlesMax))
        return starts.map { start in
            let end = min(start + candlesMax, candles.count)
            return CandleBatch(
                source: source,
                isFirst: start == 0,
                isLast: end == candles.count,
                candles: Array(candles[start..<end])
            )
        }
    }
}
