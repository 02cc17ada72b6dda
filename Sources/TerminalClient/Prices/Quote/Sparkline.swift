internal import Shared

/// The way of a price between its lowest and its highest, as a line of small blocks.
struct Sparkline: Equatable, Sendable {
    /// 0 to 6, the oldest first; nil where nothing is known.
    let levels: [Int?]
    /// From the first to the last.
    let direction: ChangeText.Direction

    /// - Returns: nil until there are two prices to compare.
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

    var text: String { String(levels.map { $0.map { Self.blocks[$0] } ?? " " }) }
    /// Without the full block: lines of neighboring rows must not run into each other.
    private static let blocks = Array("▁▂▃▄▅▆▇")
    private static let levelMax = 6.0
}

// MARK: Seven days
extension Sparkline {
    /// A block for each half of a day: seven days fit beside the other figures.
    static let weekLength = 14
    /// Hours for each block.
    static let weekStep = CoinWeek.hours / weekLength

    /// The last close of each half of a day, up to the hour that ended last.
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
