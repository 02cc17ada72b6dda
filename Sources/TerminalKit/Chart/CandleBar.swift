/// The values of a span of time: the first, the last, the highest and the lowest.
package struct CandleBar: Hashable, Sendable {
    package var open: Double
    package var high: Double
    package var low: Double
    package var close: Double

    package init(open: Double, high: Double, low: Double, close: Double) {
        self.open = open
        self.high = high
        self.low = low
        self.close = close
    }

    /// A bar that ends where it began counts as rising.
    package var isUp: Bool { close >= open }
}
