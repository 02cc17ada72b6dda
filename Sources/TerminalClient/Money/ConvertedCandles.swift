internal import Shared

/// A chart's candles in the currency that they are shown in, worked out again only when they or the rate have changed.
struct ConvertedCandles {
    private var source: [Candle] = []
    private var money = ShownCurrency.usd
    private var result: [Candle]?

    /// - Returns: the candles, and what they are in: dollars where they cannot be converted.
    mutating func converted(_ source: [Candle], to money: ShownCurrency) -> (candles: [Candle], money: ShownCurrency) {
        if money.isUSD { return (source, money) }
        // Comparing costs nothing while it is the same array.
        if source != self.source || money != self.money {
            (self.source, self.money) = (source, money)
            result = money.converted(source)
        }
        return result.map { ($0, money) } ?? (source, .usd)
    }
}
