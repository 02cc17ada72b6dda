/// A list of changes that a user asks for: all of them are done, or none.
public struct Mutation: Hashable, Sendable {
    public var changes: [Change]
    /// The number of the client's mutation that the restorations among the changes take back; 0: none.
    public var undoes: UInt64

    public init(_ changes: [Change] = [], undoes: UInt64 = 0) { (self.changes, self.undoes) = (changes, undoes) }

    /// How much it counts against the limit, which is at least what a frame needs for it.
    public var size: Int { changes.reduce(0) { $0 + $1.size } }

    /// Whether it only removes. Such a mutation is never too large.
    var isRemoval: Bool { changes.allSatisfy { $0.action == .remove } }

    /// The parts to send. After an operator has lowered the limits, a user may have more records than they allow. A mutation that
    /// removes them all may not fit into one frame, so it is divided. Every other mutation is done as a whole or
    /// refused.
    /// - Parameter bytes: the largest size of a mutation.
    public func parts(of bytes: Int) -> [Mutation] {
        isRemoval && size > bytes ? split(into: bytes) : [self]
    }

    /// - Parameter bytes: the largest size of a part.
    func split(into bytes: Int) -> [Mutation] {
        var (parts, room): ([Mutation], Int) = ([], 0)
        for change in changes {
            if parts.isEmpty || change.size > room {
                parts.append(Mutation())
                room = bytes
            }
            parts[parts.count - 1].changes.append(change)
            room -= change.size
        }
        return parts
    }
}

/// A change of one record.
public struct Change: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        case put([UInt8])
        /// Sets these fields to those of the value. All other fields stay as they are stored, known or not.
        /// - Parameter creates: whether the value becomes a record if there is none. If not, nothing happens then, so
        ///   that a record that others removed does not come back.
        case update([UInt8], fields: [UInt32], creates: Bool)
        /// Removes the record with everything that it owns.
        case remove
        /// Restores what the undone mutation replaced, if `apply` finds that this takes back nobody else's change.
        case restore(held: HeldValue)
        /// A change of a later protocol. The mutation is refused.
        case unknown
    }

    /// How a client names the value that the mutation replaced.
    public enum HeldValue: Hashable, Sendable {
        /// There was no record.
        case nothing
        /// The version. The hash shows if a database that was copied back by hand has given this version to another
        /// value.
        case version(UInt64, hash: UInt64)
        /// The number of the client's own mutation, which was not confirmed then.
        case mutation(UInt64)
    }

    public let key: RecordKey
    public var action: Action

    public init(_ key: RecordKey, _ action: Action) { (self.key, self.action) = (key, action) }

    /// Updates the fields that this program knows.
    static func update(_ key: RecordKey, of kind: RecordKind, to value: [UInt8], creates: Bool) -> Change {
        Change(key, .update(value, fields: kind.fields, creates: creates))
    }

    fileprivate var size: Int {
        switch action {
        case .put(let value): Record.size(of: key, value)
        case .update(let value, let fields, _): Record.size(of: key, value) + 5 * max(0, fields.count - 1)
        case .restore: Record.size(of: key, [])
        // Small, so that a mutation can remove all items of a list.
        case .remove, .unknown: key.bytes.count + Self.removalOverhead
        }
    }

    static let removalOverhead = 16
}

/// Why a mutation is refused for good.
public enum MutationRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    case tooMany(String, limit: Int)
    case tooLarge(String, bytes: Int, limit: Int)
    case tableFull(limit: Int, unit: String)
    case mutationTooLarge(bytes: Int, limit: Int)
    case noOwner(String, owner: String)
    case malformed(String, problem: String)
    case repeatsAnother(String)
    case notWritten(String)
    case unknownKind(UInt32)
    case unknownChange
    case hostNotAllowed(String, allowed: [String])

    public var description: String {
        switch self {
        case .tooMany(let plural, let limit): "You can have at most \(limit) \(plural); remove one first."
        case .tooLarge(let kind, let bytes, let limit):
            "\(Self.article(kind)) \(kind) can have at most \(limit) bytes; this one has \(bytes)."
        case .tableFull(let limit, let unit):
            "Your data has reached the server's limit of \(Grouping.thousands(limit)) \(unit); "
                + "remove transactions, alerts or coins of lists first."
        case .mutationTooLarge(let bytes, let limit):
            "This is too much at once: \(bytes) bytes of changes, but at most \(limit) are allowed; do it in parts."
        case .noOwner(let kind, let owner):
            "This \(kind) belongs to \(Self.article(owner).lowercased()) \(owner) that no longer exists; choose another \(owner)."
        case .malformed(let kind, let problem): "This \(kind) has \(problem)."
        case .repeatsAnother(let kind): "You already have this \(kind); change or remove that one."
        case .notWritten(let kind): "Only the server writes \(Self.article(kind).lowercased()) \(kind)."
        case .unknownKind(let kind):
            "The server does not store records of kind \(kind); it may be older than this client."
        case .hostNotAllowed(let origin, let allowed):
            allowed.isEmpty
                ? "This server sends alerts to no other host; ask its operator to allow \(origin.escaped)."
                : "This server does not send alerts to \(origin.escaped), but to \(allowed.joined(separator: ", ").escaped); "
                    + "use one of these, or ask its operator to allow \(origin.escaped)."
        case .unknownChange: "The server does not know this kind of change; it is older than this client."
        }
    }

    private static func article(_ noun: String) -> String { "aeiou".contains(noun.prefix(1)) ? "An" : "A" }
}
