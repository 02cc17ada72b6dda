internal import Shared

/// A place in a series that goes on while it is looked at: newer candles come by themselves, older ones when they are asked for.
enum CandlePlace: Equatable, Sendable {
    /// Whichever is the oldest at the moment.
    case oldest
    /// The candle of this time.
    case at(MarketTime)
    /// Whichever is the newest at the moment.
    case newest

    /// Nil where there is no candle as old as this.
    func index(in candles: [Candle]) -> Int? {
        switch self {
        case .oldest: candles.indices.first
        case .at(let time): candles.lastIndex { $0.time <= time }
        case .newest: candles.indices.last
        }
    }
}
