import Shared

/// Where the candles of one length begin and end.
protocol CandleBounds: Sendable {
    func isStart(_ time: MarketTime) -> Bool
    func end(from start: MarketTime) -> MarketTime
}

extension CandleInterval: CandleBounds {
    func isStart(_ time: MarketTime) -> Bool { start(of: time) == time }
}
