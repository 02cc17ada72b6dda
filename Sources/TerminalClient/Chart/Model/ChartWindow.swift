internal import Shared

/// Which candles of a series are visible, and how wide they are. It has the rules of zooming and scrolling.
struct ChartWindow: Equatable, Sendable {
    /// Columns from one candle to the next, for each zoom step.
    static let pitches = [1, 2, 4, 6]

    private(set) var zoom = 1
    /// The last visible candle; at the oldest end, the first one.
    private(set) var edge = CandlePlace.newest

    var pitch: Int { Self.pitches[zoom] }

    /// How many candles fit into the width.
    private func capacity(width: Int) -> Int { max(0, width / pitch) }

    /// - Parameter width: in columns.
    func range(in candles: [Candle], width: Int) -> Range<Int> {
        let capacity = capacity(width: width)
        if edge == .oldest { return 0..<min(capacity, candles.count) }
        // The series of another source may begin later than the edge.
        let end = max(min(capacity, candles.count), edge.index(in: candles).map { $0 + 1 } ?? 0)
        return max(0, end - capacity)..<end
    }

    /// How many of the latest candles the window needs, including some to scroll into.
    func demand(in candles: [Candle], width: Int) -> Int {
        let capacity = capacity(width: width)
        return candles.count - range(in: candles, width: width).upperBound + capacity + max(capacity, 50)
    }

    mutating func zoom(by steps: Int) { zoom = max(0, min(Self.pitches.count - 1, zoom + steps)) }

    /// Moves to newer candles, or to older ones if negative. The window stays full as long as there are enough candles.
    mutating func scroll(by count: Int, in candles: [Candle], width: Int) {
        if edge == .oldest, count <= 0 { return }
        let range = range(in: candles, width: width)
        let least = min(candles.count, capacity(width: width))
        let end = max(least, min(candles.count, range.upperBound + count))
        edge = end == candles.count ? .newest : .at(candles[max(0, end - 1)].time)
    }

    /// Moves as little as possible to show a candle. From then on, the window stays there.
    mutating func show(_ index: Int, in candles: [Candle], width: Int) {
        let range = range(in: candles, width: width)
        if edge == .oldest, let last = range.last { edge = .at(candles[last].time) }
        if index < range.lowerBound { scroll(by: index - range.lowerBound, in: candles, width: width) }
        if index >= range.upperBound { scroll(by: index + 1 - range.upperBound, in: candles, width: width) }
    }

    /// Returns to the newest candle, because the candles of another series begin at other times.
    mutating func scrollToNewest() { edge = .newest }

    /// Goes to the oldest candle, and follows as older ones come.
    mutating func scrollToOldest() { edge = .oldest }
}

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
