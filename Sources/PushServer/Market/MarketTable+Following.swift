internal import Shared

/// For those who keep a market table of their own beside the market's hub.
extension MarketTable {
    /// Takes in the hub's next diff.
    mutating func follow(_ diff: MarketDiff) {
        do {
            try apply(diff)
        } catch {
            // Each keeper gets each diff once and in order, and begins with the table that the first one fits.
            preconditionFailure("the hub's diffs arrive whole and in order: \(error)")
        }
    }

    func rank(of coin: CoinID) -> Int? { row(of: coin).flatMap { self[$0].fundamentals.rank.map(Int.init) } }

    /// The provider of the coin's current price.
    func provider(of coin: CoinID) -> String? { row(of: coin).flatMap { source(self[$0].pricing.source)?.provider } }
}
