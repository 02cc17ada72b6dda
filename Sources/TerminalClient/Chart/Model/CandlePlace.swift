internal import Shared

/// A place in a series that keeps growing: newer candles come by themselves, older ones on request.
enum CandlePlace: Equatable, Sendable {
    /// The oldest candle at any moment.
    case oldest
    /// The candle of this time.
    case at(MarketTime)
    /// The newest candle at any moment.
    case newest

    /// Nil if there is no candle as old as this.
    func index(in candles: [Candle]) -> Int? {
        switch self {
        case .oldest: candles.indices.first
        case .at(let time): candles.lastIndex { $0.time <= time }
        case .newest: candles.indices.last
        }
    }
}
