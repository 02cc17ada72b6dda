/// One value per row, each with the sequence at which it last changed, and the sum of all cells' hashes.
struct Column<Value: CellValue>: Sendable {
    private(set) var values: [Value] = []
    private(set) var changed: [UInt64] = []
    private(set) var hash: UInt64 = 0
    /// The number of this column group in hashes: its field number in `MarketRows`.
    private let group: UInt64

    init(_ group: MarketGroup<Value>) { self.group = group.number }

    mutating func append(_ value: Value, count: Int, sequence: UInt64) {
        for row in values.count..<values.count + count { hash &+= cellHash(value, row: row) }
        values += repeatElement(value, count: count)
        changed += repeatElement(sequence, count: count)
    }

    /// Marks cells as changed, whatever values they have.
    mutating func mark(_ rows: [UInt32], sequence: UInt64) {
        for row in rows { changed[Int(row)] = sequence }
    }

    /// Applies the new values in `changes`, and returns those that differ.
    mutating func merge(_ changes: ColumnChanges<Value>, sequence: UInt64) -> ColumnChanges<Value> {
        var effective = ColumnChanges<Value>()
        for (row, value) in zip(changes.rows, changes.values) where set(value, row: Int(row), sequence: sequence) {
            effective.append(value, row: Int(row))
        }
        return effective
    }

    func cells(_ selection: CellSelection) -> ColumnChanges<Value> {
        switch selection {
        case .inRows(let rows): return ColumnChanges(rows: rows.map(UInt32.init), values: Array(values[rows]))
        case .changedSince(let sequence):
            var changes = ColumnChanges<Value>()
            for row in changed.indices where changed[row] > sequence { changes.append(values[row], row: row) }
            return changes
        }
    }

    mutating func set(_ value: Value, row: Int, sequence: UInt64) -> Bool {
        let old = values[row]
        if old == value { return false }
        hash = hash &- cellHash(old, row: row) &+ cellHash(value, row: row)
        values[row] = value
        changed[row] = sequence
        return true
    }

    private func cellHash(_ value: Value, row: Int) -> UInt64 {
        var hash = CellHash(group: group, row: row)
        value.combine(into: &hash)
        return hash.value
    }
}

/// The cells of a column that a diff or a snapshot contains.
enum CellSelection {
    case changedSince(UInt64)
    case inRows(Range<Int>)
}
