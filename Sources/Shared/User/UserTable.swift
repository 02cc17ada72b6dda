/// All that the server keeps for one user, as both ends hold it: a table of records with a version that grows with each change.
///
/// It also remembers which keys were removed last, so that a replica that was away gets a merged diff of what it missed.
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

    /// So many removed keys are remembered, unless the server's rules say otherwise.
    public static let removedMax = 1000

    public internal(set) var version: UInt64
    /// The highest version at which something was removed that is forgotten: diffs begin there, or later.
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
    /// Of the removed keys that are remembered.
    public var removedCount: Int { removals.count }
    /// What all records together count against the limits.
    public var bytes: Int { usage.values.reduce(0) { $0 + $1.bytes } }

    /// Ascending by their keys.
    public var records: [Record] { cells.keys.sorted().compactMap { self[$0] } }
    /// Ascending by their keys.
    public var removed: [RemovedRecord] {
        removals.map { RemovedRecord(key: $0.key, version: $0.value) }.sorted { $0.key < $1.key }
    }

    /// Ascending, without the changes that are forgotten.
    func keysChanged(after version: UInt64) -> [RecordKey] {
        log.entries(after: version).filter(isLatest).map(\.key).sorted()
    }

    public subscript(key: RecordKey) -> Record? {
        cells[key].map { Record(key: key, value: $0.value, version: $0.version) }
    }

    /// In no order.
    public func records(of kind: RecordKind) -> [Record] {
        cells.compactMap { key, cell in
            key.kind == kind.number ? Record(key: key, value: cell.value, version: cell.version) : nil
        }
    }

    /// At which a key last changed, also by a removal that is remembered; 0 where nothing is known of it.
    public func lastChange(of key: RecordKey) -> UInt64 { cells[key]?.version ?? removals[key] ?? 0 }

    // MARK: Changing

    /// Keeps sums and hash.
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

    /// These are as they will stay: diffs tell of them from now on.
    mutating func noteChanges(of keys: some Sequence<RecordKey>) {
        // No diff reports a removal that is already forgotten.
        log.append(keys.map { .init(version: lastChange(of: $0), key: $0) }.filter { $0.version > floor })
        if log.count > 2 * (cells.count + removals.count) + 64 { log = ChangeLog(latestChanges) }
    }

    private var latestChanges: [ChangeLog.Entry] {
        cells.map { .init(version: $1.version, key: $0) } + removals.map { .init(version: $1, key: $0) }
    }

    private func isLatest(_ entry: ChangeLog.Entry) -> Bool { lastChange(of: entry.key) == entry.version }

    /// Nil: the key was put again, or never removed.
    mutating func setRemoval(_ version: UInt64?, of key: RecordKey) { removals[key] = version }

    /// All that was removed at one version is remembered, or nothing of it.
    /// - Returns: the removed keys that are not remembered any more.
    mutating func forgetOldRemovals(keeping count: Int) -> [RecordKey] {
        let excess = removals.count - count
        if excess <= 0 { return [] }
        // As a rule it is one too many: finding the lowest costs less than putting a thousand in order.
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
    /// By what is in it. What is remembered of removals is no part of that.
    public static func == (one: Self, other: Self) -> Bool {
        one.version == other.version && one.hash == other.hash && one.cells == other.cells
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(hash)
    }
}
