internal import Shared

/// Picks the price that a row shows out of the last price of each source. This is the one rule by which several exchanges
/// price a coin.
///
/// The preferred exchange while it is fresh, else the next one that is. While none is fresh, the price that was heard last
/// stays for a while, and is told as old. Then the listing takes over, unless its own price is much older.
struct PriceChoice: Equatable {
    /// A price of an exchange is fresh for so long.
    var freshness = PriceAge.liveMax
    /// How long exchanges may be silent before the listing takes over.
    var patience = Duration.seconds(60)
    /// A price that the listing made longer ago says nothing about another one.
    var judging = Duration.seconds(720)

    /// - Parameters:
    ///   - exchanges: the last price of each, the preferred exchange first.
    ///   - now: by the clock that the prices were heard by.
    func pick(_ exchanges: some Sequence<HeardPrice>, listing: HeardPrice?, at now: MarketTime) -> HeardPrice? {
        var newest: HeardPrice?
        for price in exchanges {
            if isFresh(price, at: now) { return price }
            if newest.map({ $0.heard < price.heard }) ?? true { newest = price }
        }
        guard let newest else { return listing }
        guard let listing, !now.isNear(newest.heard, within: patience),
            isJudge(listing, at: now) || listing.heard > newest.heard
        else { return newest }
        return listing
    }

    func isFresh(_ price: HeardPrice, at now: MarketTime) -> Bool { now.isNear(price.heard, within: freshness) }

    /// Whether a price of the listing is young enough to take the place of another one, or to judge it.
    func isJudge(_ listed: HeardPrice, at now: MarketTime) -> Bool { now.isNear(listed.heard, within: judging) }
}

extension PriceChoice {
    /// A price cannot be fresher than its source is asked, and one listing may fail.
    init(tickerInterval: Duration, listingInterval: Duration = .seconds(60)) {
        freshness = max(freshness, tickerInterval * 3)
        patience = max(patience, freshness * 2)
        judging = listingInterval * 2 + .seconds(600)
    }
}
