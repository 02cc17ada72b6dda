internal import SwiftProtobuf

/// One kind of record, described once: the store, the wire, the rules, undo and the operator's commands know nothing else of it.
///
/// To add a kind: its key and its value in push.proto, a description like that of `listItem`, a line in `all`, and what it is for.
public struct RecordKind: Sendable {
    public enum Writer: Hashable, Sendable {
        /// Nobody else puts such records.
        case user
        /// A user may remove them, and not put them.
        case server
    }

    /// Never used for anything else.
    public let number: UInt32
    /// As operators see it.
    public let name: String
    /// What several are called where the user is told of the limit.
    let plural: String
    /// The plural for the records of one owner.
    let pluralOwned: String
    public let writer: Writer
    /// How many a user may have by default.
    public let recordsMax: Int
    /// How many records one owner may have by default. Records without an owner count together. Nil: there is no such
    /// limit.
    public let recordsPerOwner: Int?
    /// Bytes of one record's key and value together, by default.
    public let bytesMax: Int
    /// The numbers of the value's fields that this program knows: its changes leave all others as they are.
    let fields: [UInt32]
    /// The kind of the records that own these: who removes an owner removes what it owns.
    let ownerKind: UInt32?
    /// What owns the record of a key; nil: nothing does.
    let owner: @Sendable (_ key: [UInt8]) -> RecordKey?
    /// Changes a value that is too similar to others of its kind; nil if records may be alike.
    let distinct: (@Sendable (_ value: [UInt8], _ others: [[UInt8]]) -> [UInt8])?
    /// Why this is no record of the kind; nil if it is one.
    let problem: @Sendable (_ key: [UInt8], _ value: [UInt8]) -> String?
    /// A key, or a value, for operators to read; nil for bytes that are none.
    public let readableKey: @Sendable ([UInt8]) -> ReadableMessage?
    public let readableValue: @Sendable ([UInt8]) -> ReadableMessage?

    /// All that this program knows.
    public static let all: [RecordKind] = [
        .setting, .listItem, .list, .transaction, .alert, .alertState, .alertEvent,
    ]

    /// So long may a key be, of any kind: the server remembers a thousand that were removed.
    public static let keyBytesMax = 64

    /// - Parameters:
    ///   - fields: the numbers of all fields of `Value`.
    ///   - distinct: the value to use in place of one that is too similar to the others; nil: it stays as it is.
    ///   - owner: the key of the record's owner, by the record's key.
    ///   - problem: what is wrong with a record, in a few words that follow "a list item ..."; nil: nothing is wrong.
    init<Key: Message, Value: Message>(
        _ number: UInt32,
        _ name: String,
        plural: String,
        pluralOwned: String? = nil,
        writer: Writer = .user,
        recordsMax: Int,
        recordsPerOwner: Int? = nil,
        bytesMax: Int,
        key: Key.Type,
        value: Value.Type,
        fields: [UInt32],
        ownerKind: UInt32? = nil,
        owner: @escaping @Sendable (Key) -> RecordKey? = { _ in nil },
        distinct: (@Sendable (Value, _ others: [Value]) -> Value?)? = nil,
        problem: @escaping @Sendable (Key, Value) -> String? = { _, _ in nil }
    ) {
        (self.number, self.name, self.plural, self.writer) = (number, name, plural, writer)
        self.pluralOwned = pluralOwned ?? plural
        (self.recordsMax, self.recordsPerOwner, self.bytesMax) = (recordsMax, recordsPerOwner, bytesMax)
        (self.fields, self.ownerKind) = (fields, ownerKind)
        self.owner = { bytes in
            if ownerKind == nil { return nil }
            return (try? Key(serializedBytes: bytes)).flatMap(owner)
        }
        if let distinct {
            self.distinct = { bytes, others in
                guard let value = try? Value(serializedBytes: bytes),
                    let changed = distinct(value, others.compactMap { try? Value(serializedBytes: $0) })
                else { return bytes }
                return MessageFields.merging(changed.bytes, into: bytes, fields: fields) ?? bytes
            }
        } else {
            self.distinct = nil
        }
        self.problem = { keyBytes, valueBytes in
            guard let key = Key(canonical: keyBytes) else { return "a key that is not written as it must be" }
            guard let value = try? Value(serializedBytes: valueBytes) else { return "a value that cannot be read" }
            return problem(key, value)
        }
        readableKey = { (try? Key(serializedBytes: $0)).map(ReadableMessage.init) }
        readableValue = { (try? Value(serializedBytes: $0)).map(ReadableMessage.init) }
    }

    /// - Returns: nil for a kind that this program does not know.
    public static func named(by number: UInt32) -> RecordKind? { all.first { $0.number == number } }
}

extension Message {
    /// Reads what is written in the one way that this program would write it.
    fileprivate init?(canonical bytes: [UInt8]) {
        guard let message = try? Self(serializedBytes: bytes), message.unknownFields.data.isEmpty,
            message.bytes == bytes
        else { return nil }
        self = message
    }

    var bytes: [UInt8] {
        // Encoding fails only for proto2's required fields and for Any, of which the protocol has none.
        guard let bytes: [UInt8] = try? serializedBytes() else { preconditionFailure("a message is encodable") }
        return bytes
    }
}
