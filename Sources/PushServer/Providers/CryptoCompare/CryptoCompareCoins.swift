package import Shared

/// Every coin that CryptoCompare knows.
package struct CryptoCompareCoins: Equatable, Sendable {
    /// When the list arrived.
    package let time: MarketTime
    /// In the provider's order.
    package let coins: [CryptoCompareCoin]
    /// Rows that lacked a symbol or a name.
    package let badRows: Int
    /// Why the first of them cannot be used.
    package var firstBadRow: String?
}

package struct CryptoCompareCoin: Equatable, Sendable {
    /// What the provider is asked by; unique here, but not always that of the same coin elsewhere.
    package let symbol: String
    package let name: String
    package let kind: InstrumentKind
    /// The token's contract on its chain.
    package let contract: String?
    /// In coins: how many there will ever be.
    package let supply: ExactDecimal?
    package let isTrading: Bool
    package let logo: WebAddress?
    package let page: WebAddress?
}

extension CryptoCompareCoins: ReadFromRows {
    package var goodRows: Int { coins.count }
}
