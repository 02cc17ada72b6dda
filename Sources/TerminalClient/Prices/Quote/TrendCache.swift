internal import Shared

/// The prices of the last two minutes, as this terminal has seen them, for the small line beside each coin.
struct TrendCache {
    /// How many samples a line has. Below is the time between two.
    static let length = 12
    static let period = Duration.seconds(10)
    static let title = "2 min"

    /// The latest prices of a coin, the oldest first. They all have the same number of decimals, because others could
    /// not be compared with them.
    private struct Samples {
        private(set) var prices: [UInt64] = []
        private var pricing: Pricing?

        mutating func add(_ quote: Quote) {
            if pricing.map({ !$0.isComparable(with: quote.pricing) }) ?? true { prices = [] }
            pricing = quote.pricing
            prices = quote.mantissa.map { prices.suffix(TrendCache.length - 1) + [$0] } ?? []
        }
    }

    private var samples = CoinMemory<Samples>()
    /// The hash of the market that was sampled last, because sequences start over with each epoch.
    private(set) var lastHash: UInt64?

    /// - Returns: false if the market has not changed since the last sample.
    mutating func sample(_ table: MarketTable) -> Bool {
        guard table.count > 0, table.hash != lastHash else { return false }
        lastHash = table.hash
        samples.follow(table) { _ in Samples() }
        for row in 0..<table.count { samples[row: row].add(table[row]) }
        return true
    }

    /// Nil if there are fewer than two prices to compare.
    func trend(of coin: CoinID) -> Sparkline? { samples[coin].flatMap { Sparkline($0.prices.map { Double($0) }) } }
}
