extension MarketChanges {
    public var isEmpty: Bool { sources.isEmpty && rowLists.allSatisfy(\.isEmpty) }

    /// The rows that have any change, each once.
    public var rows: Set<UInt32> { rowLists.reduce(into: []) { rows, list in rows.formUnion(list) } }
}

/// The changes of the market after sequence `from`, up to sequence `to`. Values are absolute.
public struct MarketDiff: Hashable, Sendable {
    public var from: UInt64
    public var to: UInt64
    /// When the server reached `to`.
    public var time: MarketTime
    /// The hash of each group at `to`, by number; empty if they are not given.
    public var hashes: [UInt64]
    public var changes: MarketChanges

    public init(from: UInt64, to: UInt64, time: MarketTime, hashes: [UInt64] = [], changes: MarketChanges) {
        self.from = from
        self.to = to
        self.time = time
        self.hashes = hashes
        self.changes = changes
    }
}

/// A piece of a snapshot: all groups of consecutive rows.
public struct MarketPart: Hashable, Sendable {
    public var epoch: MarketEpoch
    /// The sequence of the whole snapshot, at which the next diff starts.
    public var sequence: UInt64
    /// 0: start with an empty table.
    public var firstRow: Int
    public var isLast: Bool
    public var time: MarketTime
    public var changes: MarketChanges
    /// Whether the next diff completes the snapshot. The market may have moved between the parts, so rows of the later ones
    /// may be newer than `sequence`. True only in the last of several parts.
    public var diffFollows: Bool

    public init(
        epoch: MarketEpoch,
        sequence: UInt64,
        firstRow: Int,
        isLast: Bool,
        time: MarketTime,
        changes: MarketChanges,
        diffFollows: Bool = false
    ) {
        self.epoch = epoch
        self.sequence = sequence
        self.firstRow = firstRow
        self.isLast = isLast
        self.time = time
        self.changes = changes
        self.diffFollows = diffFollows
    }
}
