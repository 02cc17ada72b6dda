internal import Shared

/// The listing's price of a coin, and whether it may judge prices of exchanges.
struct ListingQuote {
    private(set) var last: HeardPrice?
    /// A price that jumps waits for the next listing.
    private var waiting: HeardPrice?
    /// When the last price was made, by the provider's clock.
    private var stamp: MarketTime?

    init() {}

    init(continuing price: HeardPrice) { last = price }

    /// - Parameters:
    ///   - price: with the time at which it was made, by the server's clock; nil if the listing has no readable price.
    ///   - stamp: the same by the provider's clock. A price with the same stamp as before is not heard again, because
    ///     the listing or its cache only repeats it.
    ///   - exchanges: their fresh prices.
    /// - Returns: whether the price is believed.
    mutating func take(_ price: HeardPrice?, stamp: MarketTime, at now: MarketTime, exchanges: [Double]) -> Bool {
        guard var price else {
            (last, waiting, self.stamp) = (nil, nil, nil)
            return true
        }
        // A saved price has no stamp, and the first listing after a restart may be the one from which it came.
        if let last, self.stamp.map({ $0 == stamp }) ?? true, last.price == price.price, last.heard <= now {
            price.heard = last.heard
        }
        let value = price.price.approximate
        if let last, isDoubtful(value, after: last.price.approximate, exchanges: exchanges) {
            // Two listings that agree outweigh the one before, but not an exchange.
            let isConfirmed = exchanges.isEmpty && waiting.map { !isOther(value, $0.price.approximate) } ?? false
            if !isConfirmed {
                waiting = price
                return false
            }
        }
        (last, waiting, self.stamp) = (price, nil, stamp)
        return true
    }

    /// The price, if it is recent enough to judge another one.
    func judging(at now: MarketTime, by choice: PriceChoice) -> Double? {
        last.flatMap { choice.isJudge($0, at: now) ? $0.price.approximate : nil }
    }

    /// The prices with which an exchange's price may agree. They include one that waits, because one of the two is
    /// right.
    func witnesses(at now: MarketTime, by choice: PriceChoice) -> [HeardPrice] {
        [last, waiting].compactMap(\.self).filter { choice.isJudge($0, at: now) }
    }

    /// Whether a price jumps and no exchange knows about it. If an exchange still agrees with the earlier price, a
    /// smaller change counts as a jump.
    private func isDoubtful(_ value: Double, after known: Double, exchanges: [Double]) -> Bool {
        guard exchanges.allSatisfy({ isOther(value, $0) }) else { return false }
        let isKept = exchanges.contains { !isOther(known, $0) }
        let factor = isKept ? PriceJudgement.namesakeFactor : PriceJudgement.jumpFactor
        return PriceJudgement.differ(value, known, by: factor)
    }

    private func isOther(_ value: Double, _ known: Double) -> Bool {
        PriceJudgement.differ(value, known, by: PriceJudgement.namesakeFactor)
    }
}
