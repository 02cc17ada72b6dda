import Shared

@testable import PushServer

/// Records what each exchange reported and what the market took, to decide whether the market may hold a price back.
struct PriceWitness {
    /// A coin's pair on one exchange.
    private struct Pair {
        let symbol: String
        /// The last price that the exchange reported.
        var reported: Double
        /// The last price that the market took since the server started.
        var taken: Double?
        /// Whether the market may have forgotten that price.
        var isForgotten = false
        /// Whether the market may have taken a price that jumped. Another source may contradict it later.
        var hasJumped = false
        /// Whether the market held the last price back.
        var isHeldBack = false
        /// Whether the market was allowed to hold it back.
        var isDoubted = false
    }

    private var pairs: [KlineSource: [CoinID: Pair]] = [:]

    func doubts(_ symbol: String, at source: KlineSource) -> Bool {
        pairs[source, default: [:]].values.contains { $0.symbol == symbol && $0.isDoubted }
    }

    /// If a listing's price is far from an exchange's, the market may decide that the pair belongs to another coin, and
    /// forget its price.
    mutating func heard(_ listing: CoinListing) {
        for coin in listing.coins {
            guard let listed = coin.price?.approximate else { continue }
            for source in pairs.keys {
                guard let pair = pairs[source]?[coin.id],
                    [pair.reported, pair.taken ?? pair.reported].contains(where: {
                        PriceJudgement.differ($0, listed, by: PriceJudgement.namesakeFactor)
                    })
                else { continue }
                pairs[source]?[coin.id]?.isForgotten = true
            }
        }
    }

    /// Forgets pairs that no longer belong to their coins.
    mutating func matched(_ symbols: SymbolMap) {
        for (source, known) in pairs {
            pairs[source] = known.filter { symbols.symbol(of: $0, at: source) == $1.symbol }
        }
    }

    /// - Parameter isTaken: whether the market took the price.
    mutating func heard(
        _ price: Double,
        of coin: CoinID,
        _ symbol: String,
        at source: KlineSource,
        isTaken: Bool,
        isDelisted: Bool
    ) {
        var pair = pairs[source]?[coin] ?? Pair(symbol: symbol, reported: price)
        let jumps = pair.taken.map { PriceJudgement.differ($0, price, by: PriceJudgement.jumpFactor) }
        pair.reported = price
        if isTaken {
            // If the market has taken no price since the server started, this one may be a jump from a price that an
            // earlier process took. The market holds the first price after a jump back.
            pair.hasJumped = pair.hasJumped || jumps ?? pair.isHeldBack
            (pair.taken, pair.isForgotten) = (price, false)
        }
        pair.isHeldBack = !isTaken
        // If the market has taken no price since the server started, the witness cannot tell whether this one jumps.
        pair.isDoubted =
            !isTaken && (isDelisted || price <= 0 || pair.isForgotten || pair.hasJumped || jumps ?? true)
        pairs[source, default: [:]][coin] = pair
    }
}
