import Shared

@testable import PushServer

extension ListedCoin {
    /// A coin with only the figures that matter to a test.
    static func sample(
        _ id: UInt32,
        _ symbol: String,
        _ name: String,
        rank: Int?,
        contract: String? = nil,
        price: String? = nil
    ) -> Self {
        Self(
            id: CoinID(id),
            name: name,
            symbol: symbol,
            slug: name.lowercased(),
            rank: rank,
            kind: contract == nil ? .coin : .token,
            contract: contract,
            circulatingSupply: nil,
            price: price.flatMap { decimal($0) },
            volume24h: nil,
            change1h: nil,
            change24h: nil,
            change7d: nil,
            lastUpdated: nil
        )
    }
}
