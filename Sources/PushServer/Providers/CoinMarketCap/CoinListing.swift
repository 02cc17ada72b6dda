package import Shared

/// The market at one moment as a ranking site lists it: what exists, and what it is called.
package struct CoinListing: Equatable, Sendable {
    package let time: MarketTime
    /// In the provider's order.
    package let coins: [ListedCoin]
    /// Rows that lacked an id, a name or a symbol.
    package let badRows: Int
}

/// One coin of a listing. Everything but its identity may be absent.
package struct ListedCoin: Equatable, Sendable {
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
