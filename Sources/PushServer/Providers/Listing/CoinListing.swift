package import Shared

/// The market at one moment as a ranking site lists it: what exists, and what it is called.
package struct CoinListing: Equatable, Sendable {
    /// When it was made, never later than when it came.
    package private(set) var time: MarketTime
    /// The same by the provider's own clock, which may be off; nil: it does not say.
    package let stamp: MarketTime?
    /// In the provider's order. Each stands there once.
    package let coins: [ListedCoin]
    /// Rows that lacked an id, a name or a symbol.
    package let badRows: Int
    /// Why the first of them cannot be used.
    package let firstBadRow: String?
    /// All rows that came.
    package let rowCount: Int

    /// - Parameter coins: of one that comes twice, the first counts: pages of a listing overlap when ranks move between two
    ///   requests.
    package init(
        time: MarketTime,
        stamp: MarketTime?,
        coins: [ListedCoin],
        badRows: Int,
        firstBadRow: String? = nil
    ) {
        var known: Set<CoinID> = []
        self.coins = coins.filter { known.insert($0.id).inserted }
        (self.time, self.stamp, self.badRows, self.firstBadRow) = (time, stamp, badRows, firstBadRow)
        rowCount = coins.count + badRows
    }

    /// Of a provider whose clock is right.
    package init(time: MarketTime, coins: [ListedCoin], badRows: Int) {
        self.init(time: time, stamp: time, coins: coins, badRows: badRows)
    }

    /// The same coins, made at another time.
    package func made(at time: MarketTime) -> CoinListing {
        var listing = self
        listing.time = time
        return listing
    }
}

/// One coin of a listing. Everything but its identity may be absent.
package struct ListedCoin: Hashable, Sendable {
    package let id: CoinID
    package let name: String
    /// As the provider spells it; neither unique nor always upper case.
    package let symbol: String
    package let slug: String
    package let rank: Int?
    package let kind: InstrumentKind
    /// The token's contract on its chain, in whatever form that chain writes addresses.
    package let contract: String?
    package let circulatingSupply: ExactDecimal?
    /// In US dollars, as all money here.
    package let price: ExactDecimal?
    package let volume24h: ExactDecimal?
    /// In percent points: -2.91 is -2.91 %.
    package let change1h: ExactDecimal?
    package let change24h: ExactDecimal?
    package let change7d: ExactDecimal?
    /// Not the same for all coins of one listing; some lag by days.
    package let lastUpdated: MarketTime?
}
