import TestSupport

@testable import Shared

extension [RecordKind] {
    /// All kinds, and two test kinds: notes on items of lists, and notes that the server writes.
    static let test = RecordKind.all + [.note, .serverNote]
}

extension RecordRules {
    static let test = RecordRules(keeping: .test)
}

extension UserTable {
    /// The table that mutations make of an empty one.
    static func made(by mutations: Mutation..., within rules: RecordRules = .test) throws -> UserTable {
        var table = UserTable()
        for mutation in mutations { try table.apply(mutation, within: rules) }
        return table
    }
}

extension RecordKind {
    static let serverNote = RecordKind(
        77,
        "server's note",
        plural: "notes",
        writer: .server,
        recordsMax: 10,
        bytesMax: 20,
        key: WireListItemKey.self,
        value: WireListItem.self,
        fields: [1]
    )
}

extension OrderKey {
    static func test(_ text: String) -> OrderKey {
        guard let key = OrderKey(text) else { fatalError("\(text) is an order key") }
        return key
    }
}

extension Change {
    static func put(_ coin: UInt32, _ orderKey: String) -> Change {
        let item = ListItem(coin: CoinID(coin), orderKey: .test(orderKey))
        return Change(item.key, .put(item.value))
    }

    static func move(_ coin: UInt32, _ orderKey: String) -> Change {
        let item = ListItem(coin: CoinID(coin), orderKey: .test(orderKey))
        return item.placing(creates: false)
    }

    static func remove(_ coin: UInt32) -> Change { Change(ListItem.key(of: CoinID(coin)), .remove) }

    enum TestHeld {
        case version(UInt64), mutation(UInt64)
    }

    /// - Parameter orderKey: the key with which the client held the coin; nil: the coin was not there.
    static func restore(_ coin: UInt32, _ orderKey: String?, _ held: TestHeld) -> Change {
        let key = ListItem.key(of: CoinID(coin))
        switch (orderKey, held) {
        case (_, .mutation(let number)): return Change(key, .restore(held: .mutation(number)))
        case (let text?, .version(let version)):
            return .restore(key, ListItem(coin: CoinID(coin), orderKey: .test(text)).value, version)
        case (nil, .version): return .restore(key, nil, 0)
        }
    }

    static func restore(_ key: RecordKey, _ value: [UInt8]?, _ version: UInt64) -> Change {
        Change(key, .restore(held: value.map { .version(version, hash: Record.hash(of: $0, at: key)) } ?? .nothing))
    }
}

extension Mutation {
    static func put(_ coin: UInt32, _ orderKey: String) -> Mutation { Mutation([.put(coin, orderKey)]) }
}

extension NamedList {
    /// - Parameter number: the number of the list.
    static func test(_ number: UInt64, _ name: String, _ orderKey: String = "V") -> NamedList {
        NamedList(ListID(rawValue: number), name, orderKey: .test(orderKey))
    }

    var put: Change { Change(key, .put(value)) }
}
