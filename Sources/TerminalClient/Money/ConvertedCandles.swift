internal import Shared

/// A chart's candles in the shown currency. They are converted again only when they or the rate have changed.
struct ConvertedCandles {
    private var source: [Candle] = []
    private var money = ShownCurrency.usd
    private var result: [Candle]?

    /// - Returns: the candles and their currency, which is the dollar if they cannot be converted.
    mutating func converted(_ source: [Candle], to money: ShownCurrency) -> (candles: [Candle], money: ShownCurrency) {
        if money.isUSD { return (source, money) }
        // Comparing an array with itself costs nothing.
        if source != self.source || money != self.money {
            (self.source, self.money) = (source, money)
            result = money.converted(source)
        }
        return result.map { ($0, money) } ?? (source, .usd)
    }
}
