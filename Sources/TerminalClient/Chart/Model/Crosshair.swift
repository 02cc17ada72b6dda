internal import Shared

/// Where the user points in a chart: at a candle, and with the mouse at a value, too.
struct Crosshair: Equatable, Sendable {
    let place: CandlePlace
    /// The value that the mouse pointed at; nil if the crosshair is on the candle's close.
    var value: Double?

    /// Stays on the oldest candle as older ones come.
    static let oldest = Crosshair(place: .oldest)
}

extension Crosshair {
    /// - Parameter index: before the first candle, it means the first one; after the last candle, the last one.
    /// - Returns: nil if there is no candle.
    init?(at index: Int, in candles: [Candle], value: Double? = nil) {
        guard !candles.isEmpty else { return nil }
        self.init(place: .at(candles[max(0, min(candles.count - 1, index))].time), value: value)
    }

    /// The oldest candle if the series does not reach back to the crosshair; nil if there is no candle.
    func index(in candles: [Candle]) -> Int? { place.index(in: candles) ?? candles.indices.first }

    /// The window moved so that it shows the crosshair, whatever candles have come.
    func followed(by window: ChartWindow, in candles: [Candle], width: Int) -> ChartWindow {
        guard let index = index(in: candles), !window.range(in: candles, width: width).contains(index) else {
            return window
        }
        var window = window
        window.show(index, in: candles, width: width)
        return window
    }
}
