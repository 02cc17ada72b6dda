/// What is done with every group in turn.
extension MarketColumns {
    /// Adds rows of which only the instruments are known. One visit adds them all.
    mutating func append(_ added: some Collection<Instrument>, sequence: UInt64) {
        if added.isEmpty { return }
        let first = instruments.values.count
        var (appending, none) = (Appending(count: added.count, sequence: sequence), MarketChanges())
        MarketGroups.visitAll(&appending, &self, &none)
        for (row, instrument) in zip(first..., added) { _ = instruments.set(instrument, row: row, sequence: sequence) }
    }

    /// Applies the new values in `changes` to existing rows, and returns those that differ.
    mutating func merge(_ changes: MarketChanges, sequence: UInt64) -> MarketChanges {
        var (merging, effective) = (Merging(sequence: sequence), changes)
        effective.sources = []
        MarketGroups.visitAll(&merging, &self, &effective)
        return effective
    }

    /// Marks the cells of all changes as changed, whatever values they have.
    mutating func mark(_ changes: MarketChanges, sequence: UInt64) {
        var (marking, changes) = (Marking(sequence: sequence), changes)
        MarketGroups.visitAll(&marking, &self, &changes)
    }

    func cells(_ selection: CellSelection) -> MarketChanges {
        var (selecting, columns, changes) = (Selecting(selection: selection), self, MarketChanges())
        MarketGroups.visitAll(&selecting, &columns, &changes)
        return changes
    }

    /// The hash of each group, by number.
    var hashes: [UInt64] { read(Hashing()).hashes }

    /// In ascending order.
    func rows(changedSince sequence: UInt64) -> [Int] {
        let newest = read(Dating(newest: Array(repeating: 0, count: instruments.values.count))).newest
        return newest.indices.filter { newest[$0] > sequence }
    }

    /// The figures of a row for commands to print.
    func figures(ofRow row: Int) -> [(name: String, figure: MarketFigure)] { read(Telling(row: row)).figures }

    /// Visits every group with a visitor that needs no changes.
    fileprivate func read<Visitor: GroupVisitor>(_ visitor: Visitor) -> Visitor where Visitor.Failure == Never {
        var (visitor, columns, none) = (visitor, self, MarketChanges())
        MarketGroups.visitAll(&visitor, &columns, &none)
        return visitor
    }
}

private struct Appending: GroupVisitor {
    let count: Int
    let sequence: UInt64

    mutating func visit<Value>(
        _ group: MarketGroup<Value>,
        _ column: inout Column<Value>,
        _: inout ColumnChanges<Value>
    ) {
        column.append(group.start, count: count, sequence: sequence)
    }
}

/// Keeps only the changes that differ from the column.
private struct Merging: GroupVisitor {
    let sequence: UInt64

    mutating func visit<Value>(
        _: MarketGroup<Value>,
        _ column: inout Column<Value>,
        _ changes: inout ColumnChanges<Value>
    ) {
        if !changes.isEmpty { changes = column.merge(changes, sequence: sequence) }
    }
}

private struct Marking: GroupVisitor {
    let sequence: UInt64

    mutating func visit<Value>(
        _: MarketGroup<Value>,
        _ column: inout Column<Value>,
        _ changes: inout ColumnChanges<Value>
    ) {
        column.mark(changes.rows, sequence: sequence)
    }
}

private struct Selecting: GroupVisitor {
    let selection: CellSelection

    mutating func visit<Value>(
        _: MarketGroup<Value>,
        _ column: inout Column<Value>,
        _ changes: inout ColumnChanges<Value>
    ) {
        changes = column.cells(selection)
    }
}

/// When each row changed last, in whichever group.
private struct Dating: GroupVisitor {
    var newest: [UInt64]

    mutating func visit<Value>(
        _: MarketGroup<Value>,
        _ column: inout Column<Value>,
        _: inout ColumnChanges<Value>
    ) {
        let changed = column.changed
        for row in newest.indices { newest[row] = max(newest[row], changed[row]) }
    }
}

private struct Hashing: GroupVisitor {
    var hashes: [UInt64] = []

    mutating func visit<Value>(
        _: MarketGroup<Value>,
        _ column: inout Column<Value>,
        _: inout ColumnChanges<Value>
    ) {
        hashes.append(column.hash)
    }
}

extension MarketGroups {
    /// The numbers of all groups, in the order of their hashes.
    static let numbers = MarketColumns().read(Numbering()).numbers

    /// The names of all figures of a row, in the order of `MarketTable.figures(ofRow:)`.
    static var figureNames: [String] { MarketColumns().read(Naming()).names }
}

private struct Numbering: GroupVisitor {
    var numbers: [UInt64] = []

    mutating func visit<Value>(
        _ group: MarketGroup<Value>,
        _: inout Column<Value>,
        _: inout ColumnChanges<Value>
    ) {
        numbers.append(group.number)
    }
}

private struct Naming: GroupVisitor {
    var names: [String] = []

    mutating func visit<Value>(
        _ group: MarketGroup<Value>,
        _: inout Column<Value>,
        _: inout ColumnChanges<Value>
    ) {
        names += group.json(group.start).map(\.name)
    }
}

private struct Telling: GroupVisitor {
    let row: Int
    var figures: [(name: String, figure: MarketFigure)] = []

    mutating func visit<Value>(
        _ group: MarketGroup<Value>,
        _ column: inout Column<Value>,
        _: inout ColumnChanges<Value>
    ) {
        for member in group.json(column.values[row]) {
            if let figure = member.figure { figures.append((member.name, figure)) }
        }
    }
}

// MARK: Changes

extension MarketChanges {
    /// The rows of each group.
    var rowLists: [[UInt32]] {
        var changes = self
        return changes.visit(Listing()).lists
    }

    init(wire: WireMarketRows) throws(FrameError) {
        self.init()
        _ = try visit(Reading(wire: wire))
        for source in wire.sources { sources.append(try MarketSource(wire: source)) }
    }

    var wire: WireMarketRows {
        var changes = self
        var wire = changes.visit(Writing()).wire
        wire.sources = sources.map(\.wire)
        return wire
    }

    /// Visits every group with a visitor that needs no columns.
    private mutating func visit<Visitor: GroupVisitor>(_ visitor: Visitor) throws(Visitor.Failure) -> Visitor {
        var (visitor, none) = (visitor, MarketColumns())
        try MarketGroups.visitAll(&visitor, &none, &self)
        return visitor
    }
}

private struct Listing: GroupVisitor {
    var lists: [[UInt32]] = []

    mutating func visit<Value>(
        _: MarketGroup<Value>,
        _: inout Column<Value>,
        _ changes: inout ColumnChanges<Value>
    ) {
        lists.append(changes.rows)
    }
}

private struct Reading: GroupVisitor {
    let wire: WireMarketRows

    mutating func visit<Value>(
        _ group: MarketGroup<Value>,
        _: inout Column<Value>,
        _ changes: inout ColumnChanges<Value>
    ) throws(FrameError) {
        changes = try group.read(wire)
    }
}

private struct Writing: GroupVisitor {
    var wire = WireMarketRows()

    mutating func visit<Value>(
        _ group: MarketGroup<Value>,
        _: inout Column<Value>,
        _ changes: inout ColumnChanges<Value>
    ) {
        if !changes.isEmpty { group.write(changes, &wire) }
    }
}
