internal import SwiftProtobuf

/// One of the user's lists besides Favorites: its name, and its place among the others.
public struct NamedList: Hashable, Sendable {
    public let id: ListID
    public var name: String
    public var orderKey: OrderKey

    public init(_ id: ListID, _ name: String, orderKey: OrderKey) {
        (self.id, self.name, self.orderKey) = (id, name, orderKey)
    }

    /// - Returns: nil if the record is not a list.
    public init?(_ record: Record) {
        guard record.key.kind == RecordKind.list.number,
            let key = try? WireListKey(serializedBytes: record.key.bytes),
            let stored = try? WireList(serializedBytes: record.value), let orderKey = OrderKey(stored.orderKey)
        else { return nil }
        self.init(ListID(rawValue: key.list), stored.name, orderKey: orderKey)
    }

    /// The name as screens show it. Links, commands and the start of a rename have the stored one.
    public var shownName: String { name.visibleWithJoiners }

    public var key: RecordKey { Self.key(of: id) }
    /// The value for a new record.
    public var value: [UInt8] { WireList.with { ($0.name, $0.orderKey) = (name, orderKey.text) }.bytes }

    public static func key(of list: ListID) -> RecordKey {
        RecordKey(kind: RecordKind.list.number, bytes: WireListKey.with { $0.list = list.rawValue }.bytes)
    }

    /// Renames the list, and keeps the place that it has by then.
    static func renaming(_ list: ListID, to name: ListName) -> Change {
        Change(key(of: list), .update(WireList.with { $0.name = name.text }.bytes, fields: [1], creates: false))
    }
}

extension NamedList: PlacedRecord {
    /// Moves the list, and keeps the name that it has by then.
    func placing(creates: Bool) -> Change {
        if creates { return .update(key, of: .list, to: value, creates: true) }
        return Change(key, .update(WireList.with { $0.orderKey = orderKey.text }.bytes, fields: [2], creates: false))
    }

    public static func < (one: Self, other: Self) -> Bool {
        (one.orderKey, one.id.rawValue) < (other.orderKey, other.id.rawValue)
    }
}

extension RecordKind {
    public static let list = RecordKind(
        3,
        "list",
        plural: "lists",
        recordsMax: 50,
        bytesMax: 512,
        text: .of("name", max: ListName.charactersMax) { (list: WireList) in list.name },
        key: WireListKey.self,
        value: WireList.self,
        fields: [1, 2],
        distinct: { list, others, limits in
            let max = limits.characters ?? ListName.charactersMax
            let name = ListName.distinct(list.name, from: others.map(\.name), max: max)
            return name == list.name ? nil : .with { ($0.name, $0.orderKey) = (name, list.orderKey) }
        },
        placed: { copies, table in OrderDraft.changes(appending: copies, to: table.lists) },
        problem: { key, list in
            if key.list == ListID.favorites.rawValue { return "the number 0, which only the favorites have" }
            if let fault = ListName.fault(of: list.name) {
                return "a name that is none. \(fault.description.dropLast())"
            }
            return OrderKey.problem(list.orderKey)
        }
    )
}
