/// What a value did over a span of time: where it began and ended, and how far it went.
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

    /// One that ends where it began counts as risen.
    package var isUp: Bool { close >= open }
}
