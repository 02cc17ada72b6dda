package import Shared

/// A ranking site's list of coins at one moment.
package struct CoinListing: Equatable, Sendable {
    /// When the listing was made, never later than when it arrived.
    package private(set) var time: MarketTime
    /// The same by the provider's clock, which may be wrong; nil if the answer does not state it.
    package let stamp: MarketTime?
    /// In the provider's order, without duplicates.
    package private(set) var coins: [ListedCoin]
    /// Equal for equal coins of two answers, within one process. Hashing thousands of coins takes milliseconds, so whoever decodes the
    /// answer does it, and not the market's hub.
    let contentHash: Int
    /// Rows that lacked an id, a name or a symbol.
    package let badRows: Int
    /// Why the first bad row cannot be used.
    package let firstBadRow: String?
    /// The number of all received rows.
    package let rowCount: Int

    /// - Parameter coins: of duplicates, the first counts. Pages of a listing overlap if ranks change between two
    ///   requests.
    package init(
        time: MarketTime,
        stamp: MarketTime?,
        coins: [ListedCoin],
        badRows: Int,
        firstBadRow: String? = nil
    ) {
        // Duplicates are rare. Without them, thousands of coins need not be copied.
        let isUnique = Set(coins.lazy.map(\.id)).count == coins.count
        var known: Set<CoinID> = []
        self.coins = isUnique ? coins : coins.filter { known.insert($0.id).inserted }
        contentHash = self.coins.hashValue
        (self.time, self.stamp, self.badRows, self.firstBadRow) = (time, stamp, badRows, firstBadRow)
        rowCount = coins.count + badRows
    }

    /// Makes a listing of a provider whose clock is right.
    package init(time: MarketTime, coins: [ListedCoin], badRows: Int) {
        self.init(time: time, stamp: time, coins: coins, badRows: badRows)
    }

    /// The same listing with coins of earlier ones.
    /// - Precondition: the listing has none of them.
    func keeping(_ others: [ListedCoin]) -> CoinListing {
        if others.isEmpty { return self }
        var listing = self
        listing.coins += others
        return listing
    }

    /// The same coins with another time.
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
    /// As the provider spells it. It is neither unique nor always upper case.
    package let symbol: String
    package let slug: String
    package let rank: Int?
    package let kind: InstrumentKind
    /// The token's contract, in its chain's own address format.
    package let contract: String?
    package let circulatingSupply: ExactDecimal?
    /// In US dollars, like all money here.
    package let price: ExactDecimal?
    package let volume24h: ExactDecimal?
    /// In percent points: -2.91 means -2.91 %.
    package let change1h: ExactDecimal?
    package let change24h: ExactDecimal?
    package let change7d: ExactDecimal?
    /// May differ between the coins of one listing; some lag by days.
    package let lastUpdated: MarketTime?
}
