internal import Shared

/// Picks the price that a row shows out of the last price of each source. This is the one rule by which several exchanges
/// price a coin.
///
/// The preferred exchange while it is fresh, else the next one that is. While none is fresh, the price that was heard last
/// stays for a while, and is told as old. Then the newest price of all is shown, the listing's included.
struct PriceChoice: Equatable {
    /// A price of an exchange is fresh for so long.
    var freshness = PriceAge.liveMax
    /// How long exchanges may be silent before the listing takes over.
    var patience = Duration.seconds(60)

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
        guard let listing, now.elapsed(since: newest.heard) >= patience, listing.heard > newest.heard else {
            return newest
        }
        return listing
    }

    func isFresh(_ price: HeardPrice, at now: MarketTime) -> Bool { now.elapsed(since: price.heard) < freshness }
}

extension PriceChoice {
    /// A price cannot be fresher than the exchange is asked.
    init(tickerInterval: Duration) {
        freshness = max(freshness, tickerInterval * 3)
        patience = max(patience, freshness * 2)
    }
}
