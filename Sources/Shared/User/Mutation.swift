/// A list of changes that a user asks for: all are done, or none.
public struct Mutation: Hashable, Sendable {
    public var changes: [Change]
    /// The number of the client's mutation that the restorations among the changes take back; 0: none.
    public var undoes: UInt64

    public init(_ changes: [Change] = [], undoes: UInt64 = 0) { (self.changes, self.undoes) = (changes, undoes) }

    /// What it counts against the limit: at least what a frame needs to carry it.
    public var size: Int { changes.reduce(0) { $0 + $1.size } }

    /// What does nothing else is never too large.
    var isRemoval: Bool { changes.allSatisfy { $0.action == .remove } }

    /// A mutation that only removes may be too large for one frame, if a user has more than the limits allow after an operator has
    /// lowered them. It goes in parts. Every other mutation is done as a whole or refused.
    /// - Parameter bytes: the largest size of a mutation.
    public func parts(of bytes: Int) -> [Mutation] {
        if !isRemoval || size <= bytes { return [self] }
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

/// What becomes of one record.
public struct Change: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        case put([UInt8])
        /// These fields become what they are in the value; all others stay as they are stored, whoever knows them.
        /// - Parameter creates: whether the value becomes a record where there is none. Otherwise nothing happens there: what others
        ///   removed does not rise from the dead.
        case update([UInt8], fields: [UInt32], creates: Bool)
        /// With all that the record owns.
        case remove
        /// Back to what the undone mutation replaced, where `apply` finds that this takes back nobody else's change.
        case restore(held: Held)
        /// Of a later protocol: the mutation is refused.
        case unknown
    }

    /// How a client knew what the mutation replaced.
    public enum Held: Hashable, Sendable {
        /// There was no record.
        case nothing
        /// A database that was copied back by hand may have given the version to something else; the hash tells.
        case version(UInt64, hash: UInt64)
        /// By the number of its own mutation, which was not confirmed.
        case mutation(UInt64)
    }

    public let key: RecordKey
    public var action: Action

    public init(_ key: RecordKey, _ action: Action) { (self.key, self.action) = (key, action) }

    /// Of the fields that this program knows.
    static func update(_ key: RecordKey, of kind: RecordKind, to value: [UInt8], creates: Bool) -> Change {
        Change(key, .update(value, fields: kind.fields, creates: creates))
    }

    fileprivate var size: Int {
        switch action {
        case .put(let value): Record.size(of: key, value)
        case .update(let value, let fields, _): Record.size(of: key, value) + 5 * max(0, fields.count - 1)
        case .restore: Record.size(of: key, [])
        // So that all of a list may go at once.
        case .remove, .unknown: key.bytes.count + Self.removalOverhead
        }
    }

    static let removalOverhead = 16
}

/// Why a mutation is refused for good.
public enum MutationRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    case tooMany(String, limit: Int)
    case tooLarge(String, bytes: Int, limit: Int)
    case tableFull
    case mutationTooLarge(bytes: Int, limit: Int)
    case noOwner(String, owner: String)
    case malformed(String, problem: String)
    case notWritten(String)
    case unknownKind(UInt32)
    case unknownChange

    public var description: String {
        switch self {
        case .tooMany(let plural, let limit): "There may be \(limit) \(plural) at most; remove one first."
        case .tooLarge(let kind, let bytes, let limit): "A \(kind) may have \(limit) bytes; this one has \(bytes)."
        case .tableFull: "The server keeps no more for one user; remove something first."
        case .mutationTooLarge(let bytes, let limit):
            "This is too much at once: \(bytes) bytes of changes, of \(limit) at most; do it in parts."
        case .noOwner(let kind, let owner):
            "This \(kind) belongs to a \(owner) that is not there any more; choose another \(owner)."
        case .malformed(let kind, let problem): "This \(kind) has \(problem)."
        case .notWritten(let kind): "Only the server writes a \(kind)."
        case .unknownKind(let kind): "The server keeps no records of kind \(kind); it may be older than this client."
        case .unknownChange: "The server does not know this kind of change; it is older than this client."
        }
    }
}
