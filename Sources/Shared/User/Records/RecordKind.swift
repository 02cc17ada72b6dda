internal import SwiftProtobuf

/// One kind of record, described once. The store, the wire, the rules, undo and the operator's commands know nothing
/// else about it.
///
/// To add a kind, add its key and value to push.proto, a description like that of `listItem`, a line in `all`, and its
/// use.
public final class RecordKind: Sendable {
    public enum Writer: Hashable, Sendable {
        /// Only the user writes these records.
        case user
        /// The server writes these records. The user may only remove them.
        case server
    }

    /// A text in a value that the user types.
    struct Text: Sendable {
        /// What it is: "note".
        let noun: String
        /// By default.
        let charactersMax: Int
        fileprivate let read: @Sendable (_ value: [UInt8]) -> String?

        /// - Parameter read: takes the text out of a value.
        static func of<Value: Message>(
            _ noun: String,
            max: Int,
            _ read: @escaping @Sendable (Value) -> String
        ) -> Self {
            Self(noun: noun, charactersMax: max) { (try? Value(serializedBytes: $0)).map(read) }
        }

        /// How many extended grapheme clusters the text of a value has.
        func count(_ value: [UInt8]) -> Int { read(value)?.count ?? 0 }
    }

    /// A number is never used for another kind.
    public let number: UInt32
    /// The name for operators.
    public let name: String
    /// The names for messages: of a record without an owner, and of one with an owner.
    private let names: (free: String, owned: String)
    /// The plural for messages: "favorites". If the kind has owners, it is that of records without one.
    public let plural: String
    /// The plural of records of several owners: "coins in lists".
    private let pluralOwned: String
    /// The plural of one owner's records: "coins in a list".
    let pluralOfOneOwner: String
    public let writer: Writer
    /// How many records a user may have by default.
    public let recordsMax: Int
    /// How many records one owner may have by default. Records without an owner count together. Nil: there is no such
    /// limit.
    public let recordsPerOwner: Int?
    /// The bytes of one record's key and value together, by default.
    public let bytesMax: Int
    /// The note or the name in a value; nil if values have none.
    let text: Text?
    /// The numbers of the value's fields that this program knows. Its changes leave all others as they are.
    let fields: [UInt32]
    /// The kind of the owners. Removing an owner removes what it owns.
    let ownerKind: UInt32?
    /// The owner of the record with a key; nil if it has none.
    let owner: @Sendable (_ key: [UInt8]) -> RecordKey?
    /// Changes a value that is too similar to others of its kind; nil if records may be alike.
    let distinct: (@Sendable (_ value: [UInt8], _ others: [[UInt8]], RecordRules.Limits) -> [UInt8])?
    /// Why the user may not write a record beside the others of the table; nil if nothing is against it. Nil: the others
    /// do not matter.
    let conflict: (@Sendable (_ record: Record, _ table: UserTable) -> MutationRefusal?)?
    /// Returns the value of a copy at another server, which lacks this server's notes about the record. Returns nil if
    /// the record is spent, so that there is nothing to copy. Without this closure, a copy has the record's own value.
    let copied: (@Sendable (_ record: Record, _ source: UserTable) -> [UInt8]?)?
    /// The changes that add copies of another table's records to a table in which they have no place yet. Nil: records
    /// of the kind have no order, and each copy is put as it is.
    let placed: (@Sendable (_ copies: [Record], _ table: UserTable) -> [Change])?
    /// Why this is not a valid record of the kind; nil if it is valid. The length of its text is not judged here:
    /// that is one of the limits in `RecordRules`.
    let problem: @Sendable (_ key: [UInt8], _ value: [UInt8]) -> String?
    /// Why a server with these rules does not accept a value; nil if it does. Nil: the rules do not matter.
    let refusal: (@Sendable (_ value: [UInt8], RecordRules) -> MutationRefusal?)?
    /// A key or a value for operators, without secrets; nil if the bytes are not valid.
    public let readableKey: @Sendable ([UInt8]) -> ReadableMessage?
    public let readableValue: @Sendable ([UInt8]) -> ReadableMessage?

    /// All kinds that this program knows.
    public static let all: [RecordKind] = [
        .setting, .listItem, .list, .transaction, .alert, .alertState, .alertEvent, .delivery, .deliveryState,
    ]

    /// The largest number of bytes in any key. It is small, because the server remembers a thousand removed keys.
    public static let keyBytesMax = 64

    /// - Parameters:
    ///   - text: the note or the name in a value; nil: values have none.
    ///   - fields: the numbers of all fields of `Value`.
    ///   - distinct: the value to use in place of one that is too similar to the others; nil: it stays as it is.
    ///   - owner: the key of the record's owner, by the record's key.
    ///   - conflict: why a record may not stand beside the others; nil: nothing is against it, or they do not matter.
    ///   - copied: the value of a copy at another server, and nil for a record that is spent; nil: the record's own.
    ///   - placed: the changes that add copies after a table's own records; nil: the records have no order.
    ///   - problem: what is wrong with a record, in a few words that follow "a list item ..."; nil: nothing is wrong.
    ///   - refusal: why a server with these rules does not accept a value; nil: it does, or the rules do not matter.
    ///   - readable: takes out what operators may not read.
    init<Key: Message, Value: Message>(
        _ number: UInt32,
        _ name: String,
        names: (free: String, owned: String)? = nil,
        plural: String,
        pluralOwned: String? = nil,
        pluralOfOneOwner: String? = nil,
        writer: Writer = .user,
        recordsMax: Int,
        recordsPerOwner: Int? = nil,
        bytesMax: Int,
        text: Text? = nil,
        key: Key.Type,
        value: Value.Type,
        fields: [UInt32],
        ownerKind: UInt32? = nil,
        owner: @escaping @Sendable (Key) -> RecordKey? = { _ in nil },
        distinct: (@Sendable (Value, _ others: [Value], RecordRules.Limits) -> Value?)? = nil,
        conflict: (@Sendable (Record, UserTable) -> MutationRefusal?)? = nil,
        copied: (@Sendable (Record, _ source: UserTable) -> [UInt8]?)? = nil,
        placed: (@Sendable (_ copies: [Record], UserTable) -> [Change])? = nil,
        problem: @escaping @Sendable (Key, Value) -> String? = { _, _ in nil },
        refusal: (@Sendable (Value, RecordRules) -> MutationRefusal?)? = nil,
        readable: @escaping @Sendable (inout Value) -> Void = { _ in }
    ) {
        (self.number, self.name, self.plural, self.writer) = (number, name, plural, writer)
        self.names = names ?? (name, name)
        self.pluralOwned = pluralOwned ?? plural
        self.pluralOfOneOwner = pluralOfOneOwner ?? plural
        (self.conflict, self.copied, self.placed) = (conflict, copied, placed)
        (self.recordsMax, self.recordsPerOwner, self.bytesMax) = (recordsMax, recordsPerOwner, bytesMax)
        (self.text, self.fields, self.ownerKind) = (text, fields, ownerKind)
        self.owner = { bytes in
            if ownerKind == nil { return nil }
            return (try? Key(serializedBytes: bytes)).flatMap(owner)
        }
        if let distinct {
            self.distinct = { bytes, others, limits in
                guard let value = try? Value(serializedBytes: bytes),
                    let changed = distinct(value, others.compactMap { try? Value(serializedBytes: $0) }, limits)
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
        if let refusal {
            self.refusal = { bytes, rules in (try? Value(serializedBytes: bytes)).flatMap { refusal($0, rules) } }
        } else {
            self.refusal = nil
        }
        readableKey = { (try? Key(serializedBytes: $0)).map(ReadableMessage.init) }
        readableValue = { bytes in
            guard var value = try? Value(serializedBytes: bytes) else { return nil }
            readable(&value)
            return ReadableMessage(value)
        }
    }

    /// Whether the record with this key belongs to another one, as a coin belongs to a list.
    public func isOwned(_ key: RecordKey) -> Bool { owner(key.bytes) != nil }

    /// What a message calls the record with this key.
    public func name(of key: RecordKey) -> String { isOwned(key) ? names.owned : names.free }

    /// The plural to count the record with this key under.
    public func plural(of key: RecordKey) -> String { isOwned(key) ? pluralOwned : plural }

    /// - Returns: nil if this program does not know the kind.
    public static func named(by number: UInt32) -> RecordKind? { all.first { $0.number == number } }
}

extension Message {
    /// Reads a message only if its bytes are those that this program would write.
    fileprivate init?(canonical bytes: [UInt8]) {
        guard let message = try? Self(serializedBytes: bytes), message.unknownFields.data.isEmpty,
            message.bytes == bytes
        else { return nil }
        self = message
    }

    var bytes: [UInt8] {
        // Encoding fails only for required fields of proto2 and for Any, which the protocol does not have.
        guard let bytes: [UInt8] = try? serializedBytes() else { preconditionFailure("a message is encodable") }
        return bytes
    }
}

/// A record's key or value with all of its contents, for operators.
public struct ReadableMessage: Hashable, Sendable {
    /// The fields that this program knows, as protobuf's JSON; nil if it does not know the message.
    public let json: String?
    /// All other fields by number, in protobuf's text format: `2: 7 3: "x"`. Empty if there are none.
    public let unknownFields: String

    init(_ message: some Message) {
        json = try? message.jsonString()
        unknownFields = Self.text(of: message.unknownFields)
    }

    /// A message of a kind that this program does not know.
    /// - Returns: nil if the bytes are not a message.
    public init?(unknown bytes: [UInt8]) {
        // This message has no fields of its own, so all fields are unknown to it.
        guard let message = try? WireRemoval(serializedBytes: bytes) else { return nil }
        json = nil
        unknownFields = Self.text(of: message.unknownFields)
    }

    private static func text(of fields: UnknownStorage) -> String {
        let message = WireRemoval.with { $0.unknownFields = fields }
        return message.textFormatString().split(whereSeparator: \.isNewline)
            .map { $0.drop { $0 == " " } }.joined(separator: " ")
    }
}

extension ReadableMessage: CustomStringConvertible {
    public var description: String {
        [json, unknownFields].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
