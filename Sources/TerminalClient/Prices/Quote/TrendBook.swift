internal import Shared

/// The prices of the last two minutes as this terminal has seen them, for the small line beside each coin.
struct TrendBook {
    /// Samples to a line, and their distance in time.
    static let length = 12
    static let period = Duration.seconds(10)
    static let title = "2 min"

    /// Row by row, the oldest first; 0 where nothing was known.
    private var samples: [UInt64] = []
    /// Mantissas can be compared only with the same number of decimals.
    private var pricings: [Pricing] = []
    private var lastSequence: UInt64?

    /// - Returns: false where the market has not moved since the last sample.
    mutating func sample(_ table: MarketTable) -> Bool {
        guard table.count > 0, table.sequence != lastSequence else { return false }
        if table.count < pricings.count { (samples, pricings) = ([], []) }
        lastSequence = table.sequence
        for row in 0..<table.count { add(table[row], row: row) }
        return true
    }

    /// Nil until there are two prices to compare.
    func trend(of row: Int) -> Trend? {
        guard row < pricings.count else { return nil }
        let known = samples[row * Self.length..<(row + 1) * Self.length].drop { $0 == 0 }
        return Trend(Array(known))
    }

    private mutating func add(_ quote: Quote, row: Int) {
        if row == pricings.count {
            pricings.append(quote.pricing)
            samples += Array(repeating: 0, count: Self.length)
        }
        let start = row * Self.length
        if pricings[row] != quote.pricing {
            pricings[row] = quote.pricing
            for index in start..<start + Self.length { samples[index] = 0 }
        }
        for index in start..<start + Self.length - 1 { samples[index] = samples[index + 1] }
        samples[start + Self.length - 1] = quote.mantissa ?? 0
    }

    /// The way of a price between its lowest and its highest.
    struct Trend: Equatable, Sendable {
        /// 0 to 6, the oldest first.
        let levels: [Int]
        let direction: ChangeText.Direction

        fileprivate init?(_ prices: [UInt64]) {
            guard prices.count > 1, let first = prices.first, let last = prices.last else { return nil }
            let lowest = prices.min() ?? 0
            let span = (prices.max() ?? 0) - lowest
            levels = prices.map { span == 0 ? 0 : Int((Self.levelMax * Double($0 - lowest) / Double(span)).rounded()) }
            direction = last > first ? .up : last < first ? .down : .none
        }

        var text: String { String(levels.map { Self.blocks[$0] }) }
        /// Without the full block: lines of neighbouring rows must not run into each other.
        private static let blocks = Array("▁▂▃▄▅▆▇")
        private static let levelMax = 6.0
    }
}
