internal import Shared

/// Says when coins and pairs must be matched again.
struct MatchingNeed {
    /// The price of a pair that no coin got may come to agree with a coin's, so such a pair is looked at again after this
    /// time.
    static let contestedInterval = Duration.seconds(10)

    private var isOutdated = false
    /// When coins and pairs were last matched, while some pair has no coin because of its price; otherwise nil.
    private var contested: MarketTime?

    /// What they were matched by has changed.
    mutating func changed() { isOutdated = true }

    /// Returns whether they must be matched. A change counts once.
    mutating func take(at now: MarketTime) -> Bool {
        defer { isOutdated = false }
        return isOutdated || contested.map { !now.isNear($0, within: Self.contestedInterval) } ?? false
    }

    /// Matching has begun. Until it ends, time alone is no reason to match again.
    mutating func began() { contested = nil }

    /// - Parameter isContested: whether some pair has no coin because of its price.
    mutating func ended(isContested: Bool, at now: MarketTime) { contested = isContested ? now : nil }
}
