/// New values for some rows, by column group.
public struct MarketChanges: Hashable, Sendable {
    public var instruments = ColumnChanges<Instrument>()
    public var pricings = ColumnChanges<Pricing>()
    public var prices = ColumnChanges<UInt64?>()
    public var dayChanges = ColumnChanges<Percent?>()
    public var trends = ColumnChanges<Trend>()
    public var volumes = ColumnChanges<UInt64?>()
    public var fundamentals = ColumnChanges<Fundamentals>()
    public var delistings = ColumnChanges<Bool>()
    /// Those that changed.
    public var sources: [MarketSource] = []

    public init() {}

    public var isEmpty: Bool { sources.isEmpty && rowLists.allSatisfy(\.isEmpty) }

    /// The rows that have any change, each once.
    public var rows: Set<UInt32> { rowLists.reduce(into: []) { rows, list in rows.formUnion(list) } }

    /// The rows of each group.
    var rowLists: [[UInt32]] {
        [
            instruments.rows, pricings.rows, prices.rows, dayChanges.rows, trends.rows, volumes.rows,
            fundamentals.rows, delistings.rows,
        ]
    }
}

/// What changed in the market after sequence `from`, up to sequence `to`. Values are absolute.
public struct MarketDiff: Hashable, Sendable {
    public var from: UInt64
    public var to: UInt64
    /// When the server reached `to`.
    public var time: MarketTime
    /// Of the whole table at `to`, where given.
    public var hash: UInt64?
    public var changes: MarketChanges

    public init(from: UInt64, to: UInt64, time: MarketTime, hash: UInt64?, changes: MarketChanges) {
        self.from = from
        self.to = to
        self.time = time
        self.hash = hash
        self.changes = changes
    }
}

/// A piece of a snapshot: all groups of consecutive rows.
public struct MarketPart: Hashable, Sendable {
    public var epoch: MarketEpoch
    /// What the whole snapshot reaches: the next diff starts there.
    public var sequence: UInt64
    /// 0: start with an empty table.
    public var firstRow: Int
    public var isLast: Bool
    public var time: MarketTime
    public var changes: MarketChanges

    public init(
        epoch: MarketEpoch,
        sequence: UInt64,
        firstRow: Int,
        isLast: Bool,
        time: MarketTime,
        changes: MarketChanges
    ) {
        self.epoch = epoch
        self.sequence = sequence
        self.firstRow = firstRow
        self.isLast = isLast
        self.time = time
        self.changes = changes
    }
}
