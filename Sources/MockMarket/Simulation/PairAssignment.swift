/// Decides which coins the exchange trades against USDT: nearly all large ones, two thirds of the others, each symbol
/// once.
enum PairAssignment {
    /// - Parameter coins: by rank.
    static func assign(to coins: inout [SimulatedCoin], _ random: inout SeededGenerator) {
        var taken: Set<String> = []
        for rank in coins.indices {
            let isTraded = random.below(100) >= missingPercent(rank: rank)
            let symbol = coins[rank].identity.symbol.lowercased()
            // A coin has no pair with itself. A symbol that two coins share belongs to the better ranked coin.
            guard isTraded, symbol != "usdt", taken.insert(symbol).inserted else { continue }
            coins[rank].pair = symbol + "usdt"
        }
    }

    private static func missingPercent(rank: Int) -> Int64 {
        switch rank {
        case ..<20: 0
        case ..<300: 8
        default: 35
        }
    }
}
