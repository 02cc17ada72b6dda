import Shared

@testable import PushServer

extension Mutation {
    /// A change.
    static let test = Mutation.set(Settings.coinsOnly, to: true)

    /// A change of a later protocol.
    static let unknown = Mutation([Change(Settings.coinsOnly.described.key, .unknown)])

    static func add(_ coin: UInt32) -> Mutation { put(coin, "V\(coin)1") }

    static func put(_ coin: UInt32, _ orderKey: String) -> Mutation {
        guard let key = OrderKey(orderKey) else { fatalError("\(orderKey) is an order key") }
        let item = ListItem(coin: CoinID(coin), orderKey: key)
        return Mutation([Change(item.key, .put(item.value))])
    }
}

extension StoreIdentity {
    static let test = StoreIdentity(rawValue: 1)
}

extension AccountID {
    static let test = AccountID(rawValue: 1)
}

extension UserTable {
    var coins: [CoinID] { items().map(\.coin) }
}
