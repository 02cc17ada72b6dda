internal import Shared

/// A price over time, between its lowest and its highest value, as a line of small blocks.
struct Sparkline: Equatable, Sendable {
    /// 0 to 6, the oldest first; nil where the price is unknown.
    let levels: [Int?]
    /// From the first price to the last.
    let direction: ChangeText.Direction

    /// - Returns: nil if there are fewer than two prices to compare.
    init?(_ prices: [Double?]) {
        let known = prices.compactMap(\.self)
        guard known.count > 1, let first = known.first, let last = known.last else { return nil }
        let lowest = known.min() ?? 0
        let span = (known.max() ?? 0) - lowest
        levels = prices.map { price in
            price.map { span > 0 ? Int((Self.levelMax * ($0 - lowest) / span).rounded()) : 0 }
        }
        direction = last > first ? .up : last < first ? .down : .none
    }

    var text: String {
        levels.reduce(into: "") { text, level in text.unicodeScalars.append(level.map { Self.blocks[$0] } ?? " ") }
    }
    /// The full block is missing, because lines of neighboring rows must not touch.
    private static let blocks = Array("▁▂▃▄▅▆▇".unicodeScalars)
    private static let levelMax = 6.0
}

// MARK: Seven days
extension Sparkline {
    /// One block for each half day, so that seven days fit beside the other figures.
    static let weekLength = 14
    /// How many hours a block stands for.
    static let weekStep = CoinWeek.hours / weekLength

    /// The last close of each half day, up to the last full hour.
    /// - Parameter open: the hour that is not over yet.
    init?(_ week: CoinWeek, open: MarketHour) {
        let last = Int(open.adding(-1).rawValue) / Self.weekStep
        var prices = [Double?](repeating: nil, count: Self.weekLength)
        for (hour, price) in week.comparable {
            let index = Int(hour.rawValue) / Self.weekStep - last + Self.weekLength - 1
            if prices.indices.contains(index) { prices[index] = price }
        }
        self.init(prices)
    }
}
