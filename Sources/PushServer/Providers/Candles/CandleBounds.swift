import Shared

/// The bounds of the candles of one length.
protocol CandleBounds: Sendable {
    func isStart(_ time: MarketTime) -> Bool
    func end(from start: MarketTime) -> MarketTime
}

extension CandleInterval: CandleBounds {
    func isStart(_ time: MarketTime) -> Bool { start(of: time) == time }
}
