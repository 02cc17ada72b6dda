/// The key of a record: its kind, and the bytes of the kind's key message.
///
/// Two keys are equal if their bytes are. For a known kind, each key message has only one valid form.
public struct RecordKey: Hashable, Sendable {
    public let kind: UInt32
    public let bytes: [UInt8]

    public init(kind: UInt32, bytes: [UInt8]) { (self.kind, self.bytes) = (kind, bytes) }
}

extension RecordKey: Comparable {
    public static func < (one: Self, other: Self) -> Bool {
        one.kind == other.kind ? one.bytes.lexicographicallyPrecedes(other.bytes) : one.kind < other.kind
    }
}

extension RecordKey: CustomStringConvertible {
    public var description: String {
        guard let known = RecordKind.named(by: kind), let key = known.readableKey(bytes) else {
            return "\(kind):\(bytes)"
        }
        return "\(known.name) \(key)"
    }
}

/// One record of a user's table, as bytes, because its writer may know more fields than this program.
public struct Record: Hashable, Sendable {
    public let key: RecordKey
    public var value: [UInt8]
    /// The version of the table at which the record last changed.
    public var version: UInt64

    public init(key: RecordKey, value: [UInt8], version: UInt64) {
        (self.key, self.value, self.version) = (key, value, version)
    }

    /// How much each record and each change counts besides its key and value, which is more than a frame needs for it.
    static let overhead = 32

    /// The hash by which a client names a value that it held.
    public static func hash(of value: [UInt8], at key: RecordKey) -> UInt64 {
        var hash = CellHash(kind: key.kind)
        hash.combine(value)
        return hash.value
    }

    /// How much a record counts against the limits.
    static func size(of key: RecordKey, _ value: [UInt8]) -> Int { key.bytes.count + value.count + overhead }
}

/// The key of a removed record, and the version of its removal.
public struct RemovedRecord: Hashable, Sendable {
    public let key: RecordKey
    public let version: UInt64

    public init(key: RecordKey, version: UInt64) { (self.key, self.version) = (key, version) }
}

/// How much of a user's table a replica holds.
public struct UserPosition: Hashable, Sendable {
    /// The identity of the database. If it changes, the database was restored from a backup, and its versions mean
    /// something else.
    public var store: UInt64
    public var version: UInt64

    public init(store: UInt64, version: UInt64) { (self.store, self.version) = (store, version) }
}
