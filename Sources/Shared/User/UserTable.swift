/// Everything that the server stores for one user, in the same form at both ends: a table of records with a version
/// that grows with each change.
///
/// It also remembers the keys that were removed last, so that a replica that was away gets a merged diff.
public struct UserTable: Sendable {
    struct Cell: Hashable {
        var value: [UInt8]
        var version: UInt64
    }

    struct Usage: Hashable {
        private(set) var records = 0
        private(set) var bytes = 0

        mutating func add(_ size: Int, records count: Int = 1) {
            records += count
            bytes += size
        }

        mutating func remove(_ size: Int) { add(-size, records: -1) }
    }

    /// How many removed keys are remembered, unless the server's rules say otherwise.
    public static let removedMax = 1000

    public internal(set) var version: UInt64
    /// The highest version whose removals are forgotten. Diffs begin at this version or later.
    public private(set) var floor: UInt64
    /// The wrapping sum of the records' hashes.
    public private(set) var hash: UInt64 = 0
    private(set) var cells: [RecordKey: Cell]
    private(set) var removals: [RecordKey: UInt64]
    private(set) var usage: [UInt32: Usage] = [:]
    private(set) var log = ChangeLog()

    public init(version: UInt64 = 0, floor: UInt64 = 0, records: [Record] = [], removed: [RemovedRecord] = []) {
        (self.version, self.floor) = (version, floor)
        removals = Dictionary(removed.map { ($0.key, $0.version) }) { max($0, $1) }
        cells = Dictionary(minimumCapacity: records.count)
        for record in records { set(Cell(value: record.value, version: record.version), at: record.key) }
        log = ChangeLog(latestChanges)
    }

    // MARK: Reading

    public var count: Int { cells.count }
    public var isEmpty: Bool { cells.isEmpty }
    /// How many removed keys are remembered.
    public var removedCount: Int { removals.count }
    /// How much all records together count against the limits.
    public var bytes: Int { usage.values.reduce(0) { $0 + $1.bytes } }

    /// All records, ascending by key.
    public var records: [Record] { cells.keys.sorted().compactMap { self[$0] } }
    /// All remembered removals, ascending by key.
    public var removed: [RemovedRecord] {
        removals.map { RemovedRecord(key: $0.key, version: $0.value) }.sorted { $0.key < $1.key }
    }

    /// Ascending by key, without forgotten changes.
    func keysChanged(after version: UInt64) -> [RecordKey] {
        log.entries(after: version).filter(isLatest).map(\.key).sorted()
    }

    public subscript(key: RecordKey) -> Record? {
        cells[key].map { Record(key: key, value: $0.value, version: $0.version) }
    }

    /// In no particular order.
    public func records(of kind: RecordKind) -> [Record] {
        cells.compactMap { key, cell in
            key.kind == kind.number ? Record(key: key, value: cell.value, version: cell.version) : nil
        }
    }

    /// The version at which a key last changed, including remembered removals; 0 if nothing is known about it.
    public func lastChange(of key: RecordKey) -> UInt64 { cells[key]?.version ?? removals[key] ?? 0 }

    // MARK: Changing

    /// Sets a cell, and updates sums and hash.
    mutating func set(_ cell: Cell?, at key: RecordKey) {
        if let old = cells[key] {
            hash &-= Self.hash(of: key, old)
            usage[key.kind, default: Usage()].remove(Record.size(of: key, old.value))
        }
        cells[key] = cell
        guard let cell else { return }
        removals[key] = nil
        hash &+= Self.hash(of: key, cell)
        usage[key.kind, default: Usage()].add(Record.size(of: key, cell.value))
    }

    /// Notes final changes, so that diffs report them from now on.
    mutating func noteChanges(of keys: some Sequence<RecordKey>) {
        // No diff reports a removal that is already forgotten.
        log.append(keys.map { .init(version: lastChange(of: $0), key: $0) }.filter { $0.version > floor })
        if log.count > 2 * (cells.count + removals.count) + 64 { log = ChangeLog(latestChanges) }
    }

    private var latestChanges: [ChangeLog.Entry] {
        cells.map { .init(version: $1.version, key: $0) } + removals.map { .init(version: $1, key: $0) }
    }

    private func isLatest(_ entry: ChangeLog.Entry) -> Bool { lastChange(of: entry.key) == entry.version }

    /// Nil if the key was put again, or never removed.
    mutating func setRemoval(_ version: UInt64?, of key: RecordKey) { removals[key] = version }

    /// Either all removals of one version are remembered, or none.
    /// - Returns: the removed keys that are no longer remembered.
    mutating func forgetOldRemovals(keeping count: Int) -> [RecordKey] {
        let excess = removals.count - count
        if excess <= 0 { return [] }
        // Usually there is one too many. Then finding the lowest costs less than sorting a thousand.
        let last = excess == 1 ? removals.values.min() : removals.values.sorted()[excess - 1]
        return last.map { forgetRemovals(through: $0) } ?? []
    }

    @discardableResult
    mutating func forgetRemovals(through version: UInt64) -> [RecordKey] {
        if version <= floor { return [] }
        floor = version
        let forgotten = removals.filter { $0.value <= version }.map(\.key)
        for key in forgotten { removals[key] = nil }
        return forgotten
    }

    private static func hash(of key: RecordKey, _ cell: Cell) -> UInt64 {
        var hash = CellHash(kind: key.kind)
        hash.combine(key.bytes)
        hash.combine(cell.value)
        hash.combine(cell.version)
        return hash.value
    }
}

extension UserTable: Hashable {
    /// Compares the contents, without the remembered removals.
    public static func == (one: Self, other: Self) -> Bool {
        one.version == other.version && one.hash == other.hash && one.cells == other.cells
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(hash)
    }
}

extension UserTable {
    /// Does a mutation by the rules that both ends share. If this refuses, the server would refuse for the same reason.
    ///
    /// - Parameters:
    ///   - history: the history of the asking client, which only an undo needs.
    ///   - writer: whether the user or the server asks.
    /// - Returns: what has changed. If nothing has, the version stays.
    /// - Throws: the refusal. Then nothing has changed.
    @discardableResult
    public mutating func apply(
        _ mutation: Mutation,
        within rules: RecordRules,
        after history: MutationHistory = MutationHistory(),
        by writer: RecordKind.Writer = .user
    ) throws(MutationRefusal) -> MutationEffect {
        // Move the table into the draft and back, so that it is not copied.
        var draft = MutationDraft(table: self, rules: rules, history: history, writer: writer)
        self = UserTable()
        defer { self = draft.table }
        do throws(MutationRefusal) {
            return try draft.perform(mutation)
        } catch {
            draft.rollBack()
            throw error
        }
    }
}

/// The keys that have changed, in the order of versions, so that a diff need not search the whole table.
///
/// A key that changes again leaves its old entry behind. The table knows at which version each key last changed. So it
/// skips old entries, and removes them when they are the majority.
struct ChangeLog: Sendable {
    struct Entry: Sendable {
        let version: UInt64
        let key: RecordKey
    }

    /// Ascending by version.
    private var entries: [Entry]

    init(_ entries: [Entry] = []) { self.entries = entries.sorted { $0.version < $1.version } }

    var count: Int { entries.count }

    func entries(after version: UInt64) -> ArraySlice<Entry> {
        entries[entries.partitioningIndex { $0.version > version }...]
    }

    mutating func append(_ new: some Sequence<Entry>) {
        let last = entries.last?.version ?? 0
        let new = new.sorted { $0.version < $1.version }
        entries += new
        // A server's versions never go back. If one does, insert its entry in order.
        if let first = new.first, first.version < last { entries.sort { $0.version < $1.version } }
    }
}
