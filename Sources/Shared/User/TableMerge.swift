/// Copies a user's data from one server to another: all records that the target lacks. Records that both tables have
/// stay as they are in the target. Records that the target server refuses, such as a way of delivery to a host that it
/// does not allow, are left out.
public struct TableMerge: Sendable {
    public struct Count: Equatable, Sendable {
        /// The plural of the kind of records.
        public let plural: String
        public let new: Int
        /// How many records are in both tables, with equal values or not.
        public let known: Int
    }

    /// Owners come before what they own.
    private let changes: [Change]
    /// One count for each kind that has records, by the kinds' numbers.
    public let counts: [Count]
    /// Why records are left out, one reason for each.
    public let refusals: [MutationRefusal]

    /// - Parameter rules: of the server that the data goes to.
    public init(of source: UserTable, into target: UserTable, within rules: RecordRules) {
        var (changes, refusals) = ([Change](), [MutationRefusal]())
        counts = RecordKind.all.filter { $0.writer == .user }.sorted { $0.number < $1.number }.compactMap { kind in
            let records = source.records(of: kind).sorted { $0.key < $1.key }
            let lacking = records.filter { target[$0.key] == nil && kind.repeatsAnother?($0, target) != true }
            let refused = lacking.compactMap { kind.refusal?($0.value, rules) }
            let new = lacking.filter { kind.refusal?($0.value, rules) == nil }
            changes += new.map { Change($0.key, .put($0.value)) }
            refusals += refused
            if records.isEmpty { return nil }
            return Count(plural: kind.plural, new: new.count, known: records.count - lacking.count)
        }
        self.refusals = refusals
        let (free, owned) = (changes.filter { !$0.isOwned }, changes.filter(\.isOwned))
        self.changes = free + owned
    }

    public var isEmpty: Bool { changes.isEmpty }

    /// What is to be done, in parts that fit a frame.
    /// - Parameter rules: of the server that the data goes to.
    /// - Throws: why not all of it fits. Then nothing is to be done.
    public func mutations(for target: UserTable, within rules: RecordRules) throws(MutationRefusal) -> [Mutation] {
        let parts = Mutation(changes).split(into: rules.mutationBytes)
        var target = target
        for part in parts { try target.apply(part, within: rules) }
        return parts
    }
}

extension Change {
    fileprivate var isOwned: Bool { RecordKind.named(by: key.kind)?.owner(key.bytes) != nil }
}
