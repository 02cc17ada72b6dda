internal import Shared

/// The prices of the last two minutes as this terminal has seen them, for the small line beside each coin.
struct TrendCache {
    /// Samples to a line, and their distance in time.
    static let length = 12
    static let period = Duration.seconds(10)
    static let title = "2 min"

    /// The latest of a coin's prices, the oldest first, as far back as they have the same number of decimals: others cannot be
    /// compared with them.
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
    /// Of the market that was sampled last: sequences begin anew with each epoch.
    private(set) var lastHash: UInt64?

    /// - Returns: false where the market has not moved since the last sample.
    mutating func sample(_ table: MarketTable) -> Bool {
        guard table.count > 0, table.hash != lastHash else { return false }
        lastHash = table.hash
        samples.follow(table) { _ in Samples() }
        for row in 0..<table.count { samples[row: row].add(table[row]) }
        return true
    }

    /// Nil until there are two prices to compare.
    func trend(of coin: CoinID) -> Sparkline? { samples[coin].flatMap { Sparkline($0.prices.map { Double($0) }) } }
}
