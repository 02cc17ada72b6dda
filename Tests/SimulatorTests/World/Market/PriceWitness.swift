import Shared

@testable import PushServer

/// Knows what each source has told and what the market took, and so whether the market may hold a price back.
struct PriceWitness {
    /// The symbols of pairs whose last price the market held back, as it may.
    private var doubted: [KlineSource: Set<String>] = [:]
    /// The last price of each coin from each exchange, taken or not.
    private var told: [KlineSource: [CoinID: Double]] = [:]
    private var listed: [CoinID: Double] = [:]
    /// The last price of each pair that the market took.
    private var taken: [KlineSource: [String: Double]] = [:]

    func doubts(_ symbol: String, at source: KlineSource) -> Bool { doubted[source, default: []].contains(symbol) }

    mutating func heard(_ listing: CoinListing) {
        for coin in listing.coins { if let price = coin.price { listed[coin.id] = price.approximate } }
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
        doubted[source, default: []].remove(symbol)
        if isTaken {
            taken[source, default: [:]][symbol] = price
        } else if isDelisted || canBeHeldBack(price, of: coin, symbol, at: source) {
            doubted[source, default: []].insert(symbol)
        }
        told[source, default: [:]][coin] = price
    }

    /// Whether a price is zero, jumps, or differs from another source's so much that it may be another coin's. If no price
    /// of the pair was taken since the server started, nobody here knows whether it jumps.
    private func canBeHeldBack(_ price: Double, of coin: CoinID, _ symbol: String, at source: KlineSource) -> Bool {
        guard price > 0, let last = taken[source]?[symbol] else { return true }
        let others = told.filter { $0.key != source }.compactMap { $0.value[coin] } + [listed[coin]].compactMap(\.self)
        return PriceJudgement.differ(last, price, by: PriceJudgement.jumpFactor)
            || others.contains { PriceJudgement.differ($0, price, by: PriceJudgement.namesakeFactor) }
    }
}
