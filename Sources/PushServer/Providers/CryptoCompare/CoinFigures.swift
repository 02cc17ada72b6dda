package import Shared

/// What CryptoCompare says about a coin's price and trade. Everything but the price may be absent.
package struct CoinFigures: Equatable, Sendable {
    /// As the provider spells it.
    package let symbol: String
    /// In the currency asked for, as all money here.
    package let price: ExactDecimal
    /// Coins traded over the last 24 hours.
    package let volume24h: ExactDecimal?
    /// Money traded over the last 24 hours.
    package let turnover24h: ExactDecimal?
    package let open24h: ExactDecimal?
    package let high24h: ExactDecimal?
    package let low24h: ExactDecimal?
    /// In percent points.
    package let change24h: ExactDecimal?
    /// In coins.
    package let supply: ExactDecimal?
    package let marketCap: ExactDecimal?
    /// When the price was last traded at.
    package let lastUpdated: MarketTime?
}

/// Figures of the coins that were asked for and are known, in the provider's order.
package struct CoinFiguresList: Equatable, Sendable {
    package var coins: [CoinFigures]
    /// Coins without a price in the currency asked for.
    package var badRows: Int
}
