internal import Shared

/// Picks the price that a row shows from the last price of each source. This is the only rule by which several
/// exchanges price a coin.
///
/// It picks the first fresh exchange in order of preference. If none is fresh, the newest exchange price stays for a
/// while and is shown as old. Then the listing takes over, unless its own price is much older.
struct PriceChoice: Equatable {
    /// How long a price of an exchange is fresh.
    var freshness = PriceAge.liveMax
    /// How long exchanges may be silent before the listing takes over.
    var patience = Duration.seconds(60)
    /// A listing's price that is older than this cannot judge another price.
    var judging = Duration.seconds(720)

    /// - Parameters:
    ///   - exchanges: the last price of each exchange, the preferred one first.
    ///   - now: the current time, by the clock of the prices' times.
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

    /// Whether a price of the listing is recent enough to replace or to judge another one.
    func isJudge(_ listed: HeardPrice, at now: MarketTime) -> Bool { now.isNear(listed.heard, within: judging) }
}

extension PriceChoice {
    /// Prices stay fresh for at least three requests of tickers, and judging allows for one failed listing.
    init(tickerInterval: Duration, listingInterval: Duration = .seconds(60)) {
        freshness = max(freshness, tickerInterval * 3)
        patience = max(patience, freshness * 2)
        judge(byListingEvery: listingInterval)
    }

    mutating func judge(byListingEvery interval: Duration) { judging = interval * 2 + .seconds(600) }
}
