/// The changes of a user's table between two versions, with the newest values.
public struct UserDiff: Hashable, Sendable {
    public var from: UInt64
    public var to: UInt64
    /// The hash of the table at `to`.
    public var hash: UInt64
    public var records: [Record]
    public var removed: [RemovedRecord]
    /// Removals at this version or before are forgotten.
    public var floor: UInt64

    public init(
        from: UInt64,
        to: UInt64,
        hash: UInt64,
        records: [Record],
        removed: [RemovedRecord],
        floor: UInt64 = 0
    ) {
        (self.from, self.to, self.hash, self.floor) = (from, to, hash, floor)
        (self.records, self.removed) = (records, removed)
    }
}

/// Why a diff does not lead to the server's table. Then the whole table is needed.
public enum UserTableError: Error, Hashable, Sendable, CustomStringConvertible {
    case wrongPlace(from: UInt64, held: UInt64)
    case hashMismatch(version: UInt64)

    public var description: String {
        switch self {
        case .wrongPlace(let from, let held):
            "a diff of the user's table begins at version \(from); version \(held) is held"
        case .hashMismatch(let version): "the user's table differs from the server's at version \(version)"
        }
    }
}

extension UserTable {
    /// - Returns: nil if a diff is not enough: a removal was forgotten, or this table never had `version`.
    public func diff(since version: UInt64) -> UserDiff? {
        guard version >= floor, version <= self.version else { return nil }
        var diff = UserDiff(from: version, to: self.version, hash: hash, records: [], removed: [], floor: floor)
        for key in keysChanged(after: version) {
            if let record = self[key] {
                diff.records.append(record)
            } else {
                diff.removed.append(RemovedRecord(key: key, version: lastChange(of: key)))
            }
        }
        return diff
    }

    /// - Throws: an error if the table differs from the server's afterwards. Then the whole table is needed.
    public mutating func apply(_ diff: UserDiff) throws(UserTableError) {
        guard diff.from == version else { throw .wrongPlace(from: diff.from, held: version) }
        for record in diff.records { set(Cell(value: record.value, version: record.version), at: record.key) }
        for removal in diff.removed {
            set(nil, at: removal.key)
            setRemoval(removal.version, of: removal.key)
        }
        version = diff.to
        forgetRemovals(through: diff.floor)
        noteChanges(of: diff.records.map(\.key) + diff.removed.map(\.key))
        if hash != diff.hash { throw .hashMismatch(version: version) }
    }
}
