internal import SwiftProtobuf

/// The number of a list: 64 random bits that a client chose.
public struct ListID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The one that always exists.
    public static let favorites = ListID(rawValue: 0)
}

/// A coin in one of the user's lists, and its place there.
public struct ListItem: Hashable, Sendable {
    public let list: ListID
    public let coin: CoinID
    public var orderKey: OrderKey { didSet { stored.orderKey = orderKey.text } }
    /// With the fields that this program does not know.
    private var stored: WireListItem

    public init(list: ListID = .favorites, coin: CoinID, orderKey: OrderKey) {
        (self.list, self.coin, self.orderKey) = (list, coin, orderKey)
        stored = .with { $0.orderKey = orderKey.text }
    }

    /// - Returns: nil for a record that is none.
    public init?(_ record: Record) {
        guard record.key.kind == RecordKind.listItem.number,
            let key = try? WireListItemKey(serializedBytes: record.key.bytes),
            let stored = try? WireListItem(serializedBytes: record.value), let orderKey = OrderKey(stored.orderKey)
        else { return nil }
        (list, coin, self.orderKey) = (ListID(rawValue: key.list), CoinID(key.coinID), orderKey)
        self.stored = stored
    }

    public var key: RecordKey { Self.key(of: coin, in: list) }
    public var value: [UInt8] { stored.bytes }

    public static func key(of coin: CoinID, in list: ListID = .favorites) -> RecordKey {
        let key = WireListItemKey.with { ($0.list, $0.coinID) = (list.rawValue, coin.rawValue) }
        return RecordKey(kind: RecordKind.listItem.number, bytes: key.bytes)
    }
}

extension ListItem: Comparable {
    public static func < (one: Self, other: Self) -> Bool { (one.orderKey, one.coin) < (other.orderKey, other.coin) }
}

extension RecordKind {
    public static let listItem = RecordKind(
        2,
        "list item",
        plural: "favorites",
        recordsMax: 500,
        bytesMax: 256,
        key: WireListItemKey.self,
        value: WireListItem.self,
        ownerKind: listNumber,
        owner: { key in
            if key.list == ListID.favorites.rawValue { return nil }
            return RecordKey(kind: listNumber, bytes: WireListKey.with { $0.list = key.list }.bytes)
        },
        problem: { _, item in
            if OrderKey(item.orderKey) != nil { return nil }
            return "the order key '\(String(item.orderKey.prefix(OrderKey.lengthMax + 1)).visible)', which is not 1 to "
                + "\(OrderKey.lengthMax) of 0-9, A-Z and a-z without a 0 at the end"
        }
    )

    /// Of the lists themselves.
    private static let listNumber: UInt32 = 3
}
