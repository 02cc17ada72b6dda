/// What a record is found by: its kind, and the bytes of the kind's key message.
///
/// Two keys are equal if their bytes are. A known kind takes only the one way to write a key that its message has.
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

/// One record of a user's table, as its bytes: what wrote it may know more of them than this program.
public struct Record: Hashable, Sendable {
    public let key: RecordKey
    public var value: [UInt8]
    /// Of the table, at which the record last changed.
    public var version: UInt64

    public init(key: RecordKey, value: [UInt8], version: UInt64) {
        (self.key, self.value, self.version) = (key, value, version)
    }

    /// What each record and each change counts beside its key and its value: more than a frame needs to carry it.
    static let overhead = 32

    /// By which a client names a value that it held.
    public static func hash(of value: [UInt8], at key: RecordKey) -> UInt64 {
        var hash = CellHash(kind: key.kind)
        hash.combine(value)
        return hash.value
    }

    /// What a record counts against the limits.
    static func size(of key: RecordKey, _ value: [UInt8]) -> Int { key.bytes.count + value.count + overhead }
}

/// A key whose record was removed, and when.
public struct RemovedRecord: Hashable, Sendable {
    public let key: RecordKey
    public let version: UInt64

    public init(key: RecordKey, version: UInt64) { (self.key, self.version) = (key, version) }
}

/// How much of a user's table a replica holds.
public struct UserPosition: Hashable, Sendable {
    /// Which database. Another one than before was restored from a backup: its versions mean something else.
    public var store: UInt64
    public var version: UInt64

    public init(store: UInt64, version: UInt64) { (self.store, self.version) = (store, version) }
}
