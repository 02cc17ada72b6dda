/// The current market as columns, each row and group with the sequence at which it last changed.
///
/// The server's table and every replica of it are this type. The server `commit`s changes, which makes a diff;
/// a replica `apply`s diffs. Rows are only ever added: a row number is an index that stays the same within an epoch.
public struct MarketTable: Sendable {
    /// Grows by one with each diff.
    public private(set) var sequence: UInt64 = 0
    /// When `sequence` was reached.
    public private(set) var time = MarketTime(milliseconds: 0)
    public private(set) var sources: [MarketSource] = []

    // The numbers are those of the groups in push.proto's MarketRows.
    var instruments = Column<Instrument>(group: 1)
    var pricings = Column<Pricing>(group: 2)
    var prices = Column<UInt64?>(group: 3)
    var dayChanges = Column<Percent?>(group: 4)
    var trends = Column<Trend>(group: 5)
    var volumes = Column<UInt64?>(group: 6)
    var fundamentals = Column<Fundamentals>(group: 7)
    var delistings = Column<Bool>(group: 8)
    private var sourcesChanged: [UInt64] = []
    private var rowOfCoin: [CoinID: Int] = [:]

    /// More rows than any listing has; a merged diff of as many still fits into one frame.
    public static let rowsMax = 10_000

    public init() {}

    /// The number of rows.
    public var count: Int { instruments.values.count }

    /// The wrapping sum of all cells' hashes. Two tables with the same rows have the same hash.
    public var hash: UInt64 {
        instruments.hash &+ pricings.hash &+ prices.hash &+ dayChanges.hash &+ trends.hash &+ volumes.hash
            &+ fundamentals.hash &+ delistings.hash
    }

    public func row(of coin: CoinID) -> Int? { rowOfCoin[coin] }

    public subscript(row: Int) -> Quote {
        Quote(
            instrument: instruments.values[row],
            pricing: pricings.values[row],
            mantissa: prices.values[row],
            dayChange: dayChanges.values[row],
            trend: trends.values[row],
            volume: volumes.values[row],
            fundamentals: fundamentals.values[row],
            isDelisted: delistings.values[row]
        )
    }

    /// Less to copy than the whole row.
    public func instrument(ofRow row: Int) -> Instrument { instruments.values[row] }

    /// Changes whenever an instrument does.
    public var instrumentsHash: UInt64 { instruments.hash }

    /// The same rows with what another table says of its sources.
    public func with(sources: [MarketSource]) -> MarketTable {
        var table = self
        (table.sources, table.sourcesChanged) = (sources, sources.map { _ in sequence })
        return table
    }

    // MARK: Making diffs

    /// Takes over what is new in `changes` under the next sequence.
    /// - Returns: the diff from the sequence before, or nil if nothing was new.
    /// - Precondition: new rows follow the last one without a hole, up to `rowsMax`.
    public mutating func commit(_ changes: MarketChanges, time: MarketTime, withHash: Bool = false) -> MarketDiff? {
        if let error = Self.problem(with: changes, count: count) { preconditionFailure(error.description) }
        let effective = merge(changes, sequence: sequence + 1)
        if effective.isEmpty { return nil }
        sequence += 1
        self.time = time
        let hash = withHash ? self.hash : nil
        return MarketDiff(from: sequence - 1, to: sequence, time: time, hash: hash, changes: effective)
    }

    /// Everything that changed after `earlier`, with its newest values.
    public func diff(since earlier: UInt64) -> MarketDiff {
        var changes = cells(.changedSince(earlier))
        changes.sources = zip(sources, sourcesChanged).filter { $1 > earlier }.map(\.0)
        return MarketDiff(from: earlier, to: sequence, time: time, hash: hash, changes: changes)
    }

    /// All groups of some rows; the part that starts at row 0 brings the sources, too.
    public func changes(in rows: Range<Int>) -> MarketChanges {
        var changes = cells(.inRows(rows))
        changes.sources = rows.lowerBound == 0 ? sources : []
        return changes
    }

    private func cells(_ selection: CellSelection) -> MarketChanges {
        var changes = MarketChanges()
        changes.instruments = instruments.cells(selection)
        changes.pricings = pricings.cells(selection)
        changes.prices = prices.cells(selection)
        changes.dayChanges = dayChanges.cells(selection)
        changes.trends = trends.cells(selection)
        changes.volumes = volumes.cells(selection)
        changes.fundamentals = fundamentals.cells(selection)
        changes.delistings = delistings.cells(selection)
        return changes
    }

    // MARK: Following diffs

    /// Brings a replica from the diff's `from` (or anything later) to its `to`.
    /// - Throws: a `MarketTableError`; the table is then unchanged, except by `.hashMismatch`, which is found out afterwards.
    public mutating func apply(_ diff: MarketDiff) throws(MarketTableError) {
        guard diff.from <= sequence, diff.from <= diff.to else { throw .gap(from: diff.from, held: sequence) }
        if let error = Self.problem(with: diff.changes, count: count) { throw error }
        // A diff that was overtaken holds older values than the table does.
        if diff.to < sequence { return }
        _ = merge(diff.changes, sequence: diff.to)
        (sequence, time) = (diff.to, diff.time)
        if let expected = diff.hash, expected != hash { throw .hashMismatch(expected: expected, held: hash) }
    }

    /// Adds a piece of a snapshot; the table holds `part.sequence` once the last one is in.
    public mutating func append(_ part: MarketPart) throws(MarketTableError) {
        guard part.firstRow == count else { throw .unknownRow(UInt32(clamping: part.firstRow), count: count) }
        if let error = Self.problem(with: part.changes, count: count) { throw error }
        _ = merge(part.changes, sequence: part.sequence)
        (sequence, time) = (part.sequence, part.time)
    }

    // MARK: Parts of both

    private mutating func merge(_ changes: MarketChanges, sequence: UInt64) -> MarketChanges {
        var effective = MarketChanges()
        effective.instruments = mergeInstruments(changes.instruments, sequence: sequence)
        effective.pricings = pricings.merge(changes.pricings, sequence: sequence)
        effective.prices = prices.merge(changes.prices, sequence: sequence)
        effective.dayChanges = dayChanges.merge(changes.dayChanges, sequence: sequence)
        effective.trends = trends.merge(changes.trends, sequence: sequence)
        effective.volumes = volumes.merge(changes.volumes, sequence: sequence)
        effective.fundamentals = fundamentals.merge(changes.fundamentals, sequence: sequence)
        effective.delistings = delistings.merge(changes.delistings, sequence: sequence)
        effective.sources = mergeSources(changes.sources, sequence: sequence)
        return effective
    }

    private mutating func mergeInstruments(
        _ changes: ColumnChanges<Instrument>,
        sequence: UInt64
    ) -> ColumnChanges<Instrument> {
        let known = changes.rows.prefix { $0 < count }.count
        var effective = instruments.merge(changes.prefix(known), sequence: sequence)
        for (row, instrument) in zip(changes.rows, changes.values).dropFirst(known) {
            appendRow(instrument, sequence: sequence)
            effective.append(instrument, row: Int(row))
        }
        for (row, instrument) in zip(effective.rows, effective.values) { rowOfCoin[instrument.coin] = Int(row) }
        return effective
    }

    /// A row starts with nothing known; what is known comes in the same changes.
    private mutating func appendRow(_ instrument: Instrument, sequence: UInt64) {
        instruments.append(instrument, sequence: sequence)
        pricings.append(.none, sequence: sequence)
        prices.append(nil, sequence: sequence)
        dayChanges.append(nil, sequence: sequence)
        trends.append(Trend(hour: nil, week: nil), sequence: sequence)
        volumes.append(nil, sequence: sequence)
        fundamentals.append(Fundamentals(rank: nil, supply: nil), sequence: sequence)
        delistings.append(false, sequence: sequence)
    }

    private mutating func mergeSources(_ changes: [MarketSource], sequence: UInt64) -> [MarketSource] {
        var effective: [MarketSource] = []
        for source in changes {
            if let index = sources.firstIndex(where: { $0.kind == source.kind }) {
                if sources[index] == source { continue }
                (sources[index], sourcesChanged[index]) = (source, sequence)
            } else {
                sources.append(source)
                sourcesChanged.append(sequence)
            }
            effective.append(source)
        }
        return effective
    }

    /// Rows must exist, or follow the last one without a hole.
    private static func problem(with changes: MarketChanges, count: Int) -> MarketTableError? {
        var end = count
        for row in changes.instruments.rows where Int(row) >= count {
            if Int(row) != end { return .unknownRow(row, count: end) }
            end += 1
        }
        if end > rowsMax { return .tooManyRows(end) }
        // Rows ascend, so the last one speaks for all.
        for row in changes.rowLists.compactMap(\.last) where Int(row) >= end { return .unknownRow(row, count: end) }
        return nil
    }
}
