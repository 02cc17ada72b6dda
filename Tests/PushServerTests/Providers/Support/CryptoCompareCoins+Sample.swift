import Shared

@testable import PushServer

extension CryptoCompareCoins {
    /// Coins by symbol and name, all of them traded.
    static func sample(_ names: [String: String]) -> Self {
        let coins = names.sorted { $0.key < $1.key }.map { symbol, name in
            CryptoCompareCoin(symbol: symbol, name: name, contract: nil, isTrading: true)
        }
        return Self(coins: coins, badRows: 0)
    }
}
