internal import SwiftProtobuf

/// The number of a list, whether it has a name of its own or is Favorites.
public typealias ListID = RecordID<NamedList>

extension ListID {
    /// The number of the list that always exists.
    public static var favorites: Self { Self(rawValue: 0) }
}

/// A coin in one of the user's lists, and its place there.
public struct ListItem: Hashable, Sendable {
    public let list: ListID
    public let coin: CoinID
    public var orderKey: OrderKey

    public init(list: ListID = .favorites, coin: CoinID, orderKey: OrderKey) {
        (self.list, self.coin, self.orderKey) = (list, coin, orderKey)
    }

    /// - Returns: nil if the record is not a list item.
    public init?(_ record: Record) {
        guard record.key.kind == RecordKind.listItem.number,
            let key = try? WireListItemKey(serializedBytes: record.key.bytes),
            let stored = try? WireListItem(serializedBytes: record.value), let orderKey = OrderKey(stored.orderKey)
        else { return nil }
        (list, coin, self.orderKey) = (ListID(rawValue: key.list), CoinID(key.coinID), orderKey)
    }

    public var key: RecordKey { Self.key(of: coin, in: list) }
    /// The value for a new record.
    public var value: [UInt8] { WireListItem.with { $0.orderKey = orderKey.text }.bytes }

    /// The bytes of a key with a list number and the largest coin id.
    static let keyBytesMax = 15

    public static func key(of coin: CoinID, in list: ListID = .favorites) -> RecordKey {
        let key = WireListItemKey.with { ($0.list, $0.coinID) = (list.rawValue, coin.rawValue) }
        return RecordKey(kind: RecordKind.listItem.number, bytes: key.bytes)
    }
}

extension ListItem: PlacedRecord {
    func placing(creates: Bool) -> Change { .update(key, of: .listItem, to: value, creates: creates) }

    public static func < (one: Self, other: Self) -> Bool { (one.orderKey, one.coin) < (other.orderKey, other.coin) }
}

extension RecordKind {
    public static let listItem = RecordKind(
        2,
        "list item",
        names: (free: "favorite", owned: "coin in a list"),
        plural: "favorites",
        pluralOwned: "coins in lists",
        pluralOfOneOwner: "coins in a list",
        recordsMax: 10_000,
        recordsPerOwner: 500,
        bytesMax: 256,
        key: WireListItemKey.self,
        value: WireListItem.self,
        fields: [1],
        ownerKind: list.number,
        owner: { key in
            key.list == ListID.favorites.rawValue ? nil : NamedList.key(of: ListID(rawValue: key.list))
        },
        placed: { copies, table in
            let items = table.allItems
            // A copy that cannot be read has no place. The target refuses it.
            let lists = Dictionary(grouping: copies) { ListItem($0)?.list ?? .favorites }
            return lists.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { list, copies in
                OrderDraft.changes(appending: copies, to: items[list] ?? [])
            }
        },
        problem: { _, item in OrderKey.problem(item.orderKey) }
    )
}
