package import Shared

/// Every coin that the listing knows, also those without a rank or a market.
package struct CoinMap: Equatable, Sendable {
    package let time: MarketTime
    /// In the provider's order.
    package let coins: [MappedCoin]
    /// Rows that lacked an id, a name or a symbol.
    package let badRows: Int
}

/// What identifies one coin, and since when it is known.
package struct MappedCoin: Equatable, Sendable {
    package let id: CoinID
    package let name: String
    package let symbol: String
    package let slug: String
    package let rank: Int?
    package let kind: InstrumentKind
    /// The token's contract on its chain.
    package let contract: String?
    /// Whether it is traded anywhere; nil: not told.
    package let isActive: Bool?
    /// The first and the last moment with a price.
    package let firstPrice: MarketTime?
    package let lastPrice: MarketTime?
}
