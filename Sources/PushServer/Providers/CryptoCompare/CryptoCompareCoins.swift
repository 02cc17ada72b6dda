/// Every coin that CryptoCompare knows.
package struct CryptoCompareCoins: Equatable, Sendable {
    /// In the provider's order.
    package let coins: [CryptoCompareCoin]
    /// Rows that lacked a symbol or a name.
    package let badRows: Int
    /// Why the first bad row cannot be used.
    package var firstBadRow: String?
}

package struct CryptoCompareCoin: Equatable, Sendable {
    /// The symbol for requests. It is unique at this provider, but another provider may use another symbol for the
    /// same coin.
    package let symbol: String
    package let name: String
    /// The token's contract on its chain.
    package let contract: String?
    package let isTrading: Bool
}

extension CryptoCompareCoins: ReadFromRows {
    package var goodRows: Int { coins.count }
}
