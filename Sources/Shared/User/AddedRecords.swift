/// What a merge has added to a user's table, so that all of it can be taken back.
///
/// An undo alone does not reach far enough: the server remembers only so much of what a client's latest mutations have
/// done, and a large merge has more parts. So what undos have left over is removed.
public struct AddedRecords: Sendable {
    /// By key, the version at which the merge added the record.
    private var versions: [RecordKey: UInt64] = [:]

    public init() {}

    /// - Parameters:
    ///   - keys: those that a part of the merge has added, and that nobody has changed since.
    ///   - table: the user's table with the confirmed part.
    public mutating func note(_ keys: some Sequence<RecordKey>, in table: UserTable) {
        for key in keys { versions[key] = table[key]?.version }
    }

    /// Removes what is as it was added. What others have changed since stays, and so does a list into which they have
    /// put something.
    public func removal(from table: UserTable) -> Mutation {
        let unchanged = versions.filter { table[$0.key]?.version == $0.value }
        // What the server has noted about a record goes with it.
        let others = table.records.map(\.key).filter { unchanged[$0] == nil }
        let kept = Set(others.compactMap { $0.userKind?.owner($0.bytes) })
        return Mutation(unchanged.keys.filter { !kept.contains($0) }.sorted().map { Change($0, .remove) })
    }
}

extension RecordKey {
    /// The kind, if it is known and the user writes its records.
    fileprivate var userKind: RecordKind? {
        RecordKind.named(by: kind).flatMap { $0.writer == .user ? $0 : nil }
    }
}
