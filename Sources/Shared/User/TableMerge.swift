/// What a user takes along from one server to another: all that is in the one table and not in the other, as one mutation, so that one undo
/// takes it back. What is in both stays as it is there.
public struct TableMerge: Sendable {
    public struct Count: Equatable, Sendable {
        /// What records of this kind are called.
        public let plural: String
        public let new: Int
        /// There already, alike or not.
        public let known: Int
    }

    /// Owners come before what they own.
    public let mutation: Mutation
    /// Of the kinds that there are any records of, by their numbers.
    public let counts: [Count]

    public init(of source: UserTable, into target: UserTable) {
        var changes: [Change] = []
        counts = RecordKind.all.filter { $0.writer == .user }.sorted { $0.number < $1.number }.compactMap { kind in
            let records = source.records(of: kind).sorted { $0.key < $1.key }
            let new = records.filter { target[$0.key] == nil }
            changes += new.map { Change($0.key, .put($0.value)) }
            if records.isEmpty { return nil }
            return Count(plural: kind.plural, new: new.count, known: records.count - new.count)
        }
        let (free, owned) = (changes.filter { !$0.isOwned }, changes.filter(\.isOwned))
        mutation = Mutation(free + owned)
    }

    public var isEmpty: Bool { mutation.changes.isEmpty }
}

extension Change {
    fileprivate var isOwned: Bool { RecordKind.named(by: key.kind)?.owner(key.bytes) != nil }
}
