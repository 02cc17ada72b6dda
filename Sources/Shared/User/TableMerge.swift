/// Copies a user's data from one server to another: all records that the target lacks. Records that both tables have
/// stay as they are in the target. Records that the target server refuses, such as a way of delivery to a host that it
/// does not allow, are left out, and so are those that are spent, such as an alert that has fired for good. Each kind
/// of record says what its copy is (`RecordKind.copied`), and which place it gets (`RecordKind.placed`).
public struct TableMerge: Equatable, Sendable {
    public struct Count: Equatable, Sendable {
        /// The plural of the records.
        public let plural: String
        public var new = 0
        /// How many records are in both tables, with equal values or not.
        public var known = 0
        /// How many records are not copied, because nothing more can come of them.
        public var spent = 0
    }

    /// Owners come before what they own.
    private let changes: [Change]
    /// One count for each plural, in the order of the kinds' numbers. Favorites have a count of their own, before that of
    /// coins in other lists.
    public let counts: [Count]
    /// Why records are left out, one reason for each.
    public let refusals: [MutationRefusal]

    /// - Parameter rules: of the server that the data goes to.
    public init(of source: UserTable, into target: UserTable, within rules: RecordRules) {
        var (changes, refusals, counts) = ([Change](), [MutationRefusal](), [Count]())
        // A record must not repeat one that is copied before it either.
        var merged = target
        for kind in RecordKind.all.filter({ $0.writer == .user }).sorted(by: { $0.number < $1.number }) {
            var copies: [Record] = []
            let records = source.records(of: kind).sorted { $0.key < $1.key }
            for record in records.filter({ !kind.isOwned($0.key) }) + records.filter({ kind.isOwned($0.key) }) {
                let plural = kind.plural(of: record.key)
                let place = counts.firstIndex { $0.plural == plural } ?? counts.endIndex
                if place == counts.endIndex { counts.append(Count(plural: plural)) }
                if target[record.key] != nil {
                    counts[place].known += 1
                    continue
                }
                guard let copy = kind.copy(of: record, in: source) else {
                    counts[place].spent += 1
                    continue
                }
                let conflict = kind.conflict?(copy, merged)
                if case .repeatsAnother = conflict {
                    counts[place].known += 1
                } else if let refusal = conflict ?? kind.refusal?(copy.value, rules) {
                    refusals.append(refusal)
                } else {
                    copies.append(copy)
                    merged.set(UserTable.Cell(value: copy.value, version: merged.version), at: copy.key)
                    counts[place].new += 1
                }
            }
            changes += kind.changes(adding: copies, to: target)
        }
        (self.refusals, self.counts) = (refusals, counts)
        let (free, owned) = (changes.filter { !$0.isOwned }, changes.filter(\.isOwned))
        self.changes = free + owned
    }

    public var isEmpty: Bool { changes.isEmpty }
    /// How many records of all kinds are spent.
    public var spentCount: Int { counts.reduce(0) { $0 + $1.spent } }

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

extension RecordKind {
    /// - Returns: nil if the record is spent.
    fileprivate func copy(of record: Record, in source: UserTable) -> Record? {
        guard let copied else { return record }
        return copied(record, source).map { Record(key: record.key, value: $0, version: record.version) }
    }

    fileprivate func changes(adding copies: [Record], to target: UserTable) -> [Change] {
        placed?(copies, target) ?? copies.map { Change($0.key, .put($0.value)) }
    }
}

extension Change {
    fileprivate var isOwned: Bool { RecordKind.named(by: key.kind)?.isOwned(key) == true }
}
