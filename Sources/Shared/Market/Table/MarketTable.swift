/// The current market as columns, each row and group with the sequence at which it last changed.
///
/// Both the server's table and every replica have this type. The server calls `commit`, which makes a diff. A replica
/// calls `apply` with diffs. Rows are only added, so a row number is an index that stays the same within an epoch.
public struct MarketTable: Sendable {
    /// Grows by one with each diff.
    public private(set) var sequence: UInt64 = 0
    /// When `sequence` was reached.
    public private(set) var time = MarketTime(milliseconds: 0)
    public private(set) var sources: [MarketSource] = []

    var columns = MarketColumns()
    private var sourcesChanged: [UInt64] = []
    private var rowOfCoin: [CoinID: Int] = [:]

    /// More rows than any listing has. A merged diff of this many still fits into one frame.
    public static let rowsMax = 10_000

    public init() {}

    /// The number of rows.
    public var count: Int { columns.instruments.values.count }

    /// The hash of each group, by number: the wrapping sum of its cells' hashes.
    public var hashes: [UInt64] { columns.hashes }

    /// The wrapping sum of all cells' hashes. Two tables with the same rows have the same hash.
    public var hash: UInt64 { hashes.reduce(0, &+) }

    public func row(of coin: CoinID) -> Int? { rowOfCoin[coin] }

    public subscript(row: Int) -> Quote { Quote(columns, row: row) }

    /// The figures of a row for commands to print, without its price.
    public func figures(ofRow row: Int) -> [(name: String, figure: MarketFigure)] { columns.figures(ofRow: row) }

    /// The names of all figures that a row can have.
    public static var figureNames: [String] { MarketGroups.figureNames }

    /// Costs less than copying the whole row.
    public func instrument(ofRow row: Int) -> Instrument { columns.instruments.values[row] }

    /// Changes whenever an instrument does.
    public var instrumentsHash: UInt64 { columns.instruments.hash }

    /// The same rows with other states of their sources.
    func with(sources: [MarketSource]) -> MarketTable {
        var table = self
        (table.sources, table.sourcesChanged) = (sources, sources.map { _ in sequence })
        return table
    }

    /// The rows in which anything has changed after `earlier`, in their order. It reads only numbers.
    public func rows(changedSince earlier: UInt64) -> [Int] { columns.rows(changedSince: earlier) }

    // MARK: Making diffs

    /// Applies the new values in `changes` under the next sequence.
    /// - Returns: the diff from the previous sequence; nil if nothing has changed.
    /// - Precondition: new rows follow the last one without a gap, up to `rowsMax`.
    public mutating func commit(_ changes: MarketChanges, time: MarketTime, withHash: Bool = false) -> MarketDiff? {
        if let error = Self.problem(with: changes, count: count) { preconditionFailure(error.description) }
        let effective = merge(changes, sequence: sequence + 1)
        if effective.isEmpty { return nil }
        sequence += 1
        self.time = time
        let hashes = withHash ? self.hashes : []
        return MarketDiff(from: sequence - 1, to: sequence, time: time, hashes: hashes, changes: effective)
    }

    /// Everything that changed after `earlier`, with the newest values.
    public func diff(since earlier: UInt64) -> MarketDiff {
        var changes = columns.cells(.changedSince(earlier))
        changes.sources = zip(sources, sourcesChanged).filter { $1 > earlier }.map(\.0)
        return MarketDiff(from: earlier, to: sequence, time: time, hashes: hashes, changes: changes)
    }

    /// All groups of some rows. The part that starts at row 0 also contains the sources.
    public func changes(in rows: Range<Int>) -> MarketChanges {
        var changes = columns.cells(.inRows(rows))
        changes.sources = rows.lowerBound == 0 ? sources : []
        return changes
    }

    /// Goes on to the first sequence of the next epoch. Nothing has changed.
    mutating func leap() { sequence += Self.epochStride }

    // MARK: Following diffs

    /// Brings a replica from the diff's `from` (or anything later) to its `to`.
    /// - Throws: a `MarketTableError`. The table is then unchanged, except after `.hashMismatch`, which is found
    ///   afterwards.
    public mutating func apply(_ diff: MarketDiff) throws(MarketTableError) {
        guard diff.from <= sequence, diff.from <= diff.to else { throw .gap(from: diff.from, held: sequence) }
        if let error = Self.problem(with: diff.changes, count: count) { throw error }
        // The diff is older than the table, so its values are, too.
        if diff.to < sequence { return }
        let isMerged = diff.to > diff.from + 1
        _ = merge(diff.changes, sequence: diff.to)
        // A value may have changed between the two and changed back. A replica at that sequence needs it.
        if isMerged { mark(diff.changes, sequence: diff.to) }
        (sequence, time) = (diff.to, diff.time)
        try check(diff.hashes)
    }

    /// Adds a part of a snapshot. After the last part, the table is at `part.sequence`.
    public mutating func append(_ part: MarketPart) throws(MarketTableError) {
        guard part.firstRow == count else { throw .unknownRow(UInt32(clamping: part.firstRow), count: count) }
        if let error = Self.problem(with: part.changes, count: count) { throw error }
        _ = merge(part.changes, sequence: part.sequence)
        (sequence, time) = (part.sequence, part.time)
    }

    // MARK: Parts of both

    /// Compares the hashes of groups that both ends know. So a column that is added later needs no snapshot.
    private func check(_ expected: [UInt64]) throws(MarketTableError) {
        if expected.isEmpty { return }
        if let error = MarketTableError(expected: expected, held: hashes, groups: MarketGroups.numbers) { throw error }
    }

    mutating func merge(_ changes: MarketChanges, sequence: UInt64) -> MarketChanges {
        let known = changes.instruments.rows.prefix { $0 < count }.count
        var news = changes
        news.instruments = changes.instruments.prefix(known)
        // New rows start without values. The known ones are in the same changes.
        columns.append(changes.instruments.values.dropFirst(known), sequence: sequence)
        var effective = columns.merge(news, sequence: sequence)
        for (row, instrument) in zip(changes.instruments.rows, changes.instruments.values).dropFirst(known) {
            effective.instruments.append(instrument, row: Int(row))
        }
        for (row, instrument) in zip(effective.instruments.rows, effective.instruments.values) {
            rowOfCoin[instrument.coin] = Int(row)
        }
        effective.sources = mergeSources(changes.sources, sequence: sequence)
        return effective
    }

    private mutating func mark(_ changes: MarketChanges, sequence: UInt64) {
        columns.mark(changes, sequence: sequence)
        for source in changes.sources {
            guard let index = sources.firstIndex(where: { $0.number == source.number }) else { continue }
            sourcesChanged[index] = sequence
        }
    }

    private mutating func mergeSources(_ changes: [MarketSource], sequence: UInt64) -> [MarketSource] {
        var effective: [MarketSource] = []
        for source in changes {
            if let index = sources.firstIndex(where: { $0.number == source.number }) {
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

    /// Rows must exist, or follow the last one without a gap.
    private static func problem(with changes: MarketChanges, count: Int) -> MarketTableError? {
        var end = count
        for row in changes.instruments.rows where Int(row) >= count {
            if Int(row) != end { return .unknownRow(row, count: end) }
            end += 1
        }
        if end > rowsMax { return .tooManyRows(end) }
        // Rows ascend, so checking the last one is enough.
        for row in changes.rowLists.compactMap(\.last) where Int(row) >= end { return .unknownRow(row, count: end) }
        return nil
    }
}

/// Why a diff does not fit a table. The remedy is always a new snapshot.
public enum MarketTableError: Error, Equatable, Sendable, CustomStringConvertible {
    case gap(from: UInt64, held: UInt64)
    case unknownRow(UInt32, count: Int)
    case tooManyRows(Int)
    case hashMismatch(group: UInt64, expected: UInt64, held: UInt64)

    /// The first group whose hash differs; nil if there is none.
    /// - Parameter groups: the numbers of the groups, in the order of the hashes.
    init?(expected: [UInt64], held: [UInt64], groups: [UInt64]) {
        let hashes = zip(groups, zip(expected, held))
        guard let (group, (theirs, own)) = hashes.first(where: { $1.0 != $1.1 }) else { return nil }
        self = .hashMismatch(group: group, expected: theirs, held: own)
    }

    public var description: String {
        switch self {
        case .gap(let from, let held): "the diff starts at sequence \(from), but the table is at \(held)"
        case .unknownRow(let row, let count): "row \(row) does not follow the \(count) rows of the table"
        case .tooManyRows(let rows): "\(rows) rows are more than the \(MarketTable.rowsMax) that a table may have"
        case .hashMismatch(let group, let expected, let held):
            "the hash of group \(group) is \(held), but the server's is \(expected)"
        }
    }
}
