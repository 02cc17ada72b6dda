internal import Shared

/// The listing's price of a coin, and whether it may judge those of exchanges.
struct ListingQuote {
    private(set) var last: HeardPrice?
    /// A price that jumps waits for the next listing.
    private var waiting: Double?

    init() {}

    init(continuing price: HeardPrice) { last = price }

    /// - Parameters:
    ///   - price: with the time at which it was made; nil: the listing has none that can be read.
    ///   - exchanges: their fresh prices.
    /// - Returns: whether it is believed.
    mutating func take(_ price: HeardPrice?, at now: MarketTime, exchanges: [Double]) -> Bool {
        guard let price else {
            (last, waiting) = (nil, nil)
            return true
        }
        let value = price.price.approximate
        if let judging = judging(at: now), isJump(value, from: judging), exchanges.allSatisfy({ isOther(value, $0) }) {
            // Two listings that agree outweigh the one before, but not an exchange.
            let isConfirmed = exchanges.isEmpty && waiting.map { !isOther(value, $0) } ?? false
            if !isConfirmed {
                waiting = value
                return false
            }
        }
        (last, waiting) = (price, nil)
        return true
    }

    /// The price while it is young enough to say something about another one.
    func judging(at now: MarketTime) -> Double? {
        guard let last, now.elapsed(since: last.heard) < PriceJudgement.judgingAgeMax else { return nil }
        return last.price.approximate
    }

    private func isJump(_ value: Double, from known: Double) -> Bool {
        PriceJudgement.differ(value, known, by: PriceJudgement.jumpFactor)
    }

    private func isOther(_ value: Double, _ known: Double) -> Bool {
        PriceJudgement.differ(value, known, by: PriceJudgement.namesakeFactor)
    }
}
