/// A group of columns that change together: its number, the value of a new row, its place, and its wire form.
struct MarketGroup<Value: CellValue>: Sendable {
    typealias Storage = any WritableKeyPath<MarketColumns, Column<Value>> & Sendable
    typealias News = any WritableKeyPath<MarketChanges, ColumnChanges<Value>> & Sendable

    /// The number of its field in push.proto's `MarketRows`. Hashes include it, so it is never used for another group.
    let number: UInt64
    let start: Value
    let column: Storage
    let changes: News
    let read: @Sendable (WireMarketRows) throws(FrameError) -> ColumnChanges<Value>
    let write: @Sendable (ColumnChanges<Value>, inout WireMarketRows) -> Void
    /// How commands print it.
    let json: [JSONMember]

    /// A member of a row's JSON object; nil if it is left out.
    struct JSONMember: Sendable {
        let name: String
        let figure: @Sendable (Value) -> MarketFigure?

        init(_ name: String, _ figure: @escaping @Sendable (Value) -> MarketFigure?) {
            (self.name, self.figure) = (name, figure)
        }
    }

    init(
        _ number: UInt64,
        start: Value,
        _ column: Storage,
        _ changes: News,
        read: @escaping @Sendable (WireMarketRows) throws(FrameError) -> ColumnChanges<Value>,
        write: @escaping @Sendable (ColumnChanges<Value>, inout WireMarketRows) -> Void,
        json: [JSONMember] = []
    ) {
        (self.number, self.start, self.column, self.changes) = (number, start, column, changes)
        (self.read, self.write, self.json) = (read, write, json)
    }
}

/// An operation on every group in turn. There is one generic call for each group and step of the market. The loops over
/// rows are inside it and specialized for their type.
protocol GroupVisitor {
    associatedtype Failure: Error = Never
    mutating func visit<Value>(_ group: MarketGroup<Value>) throws(Failure)
}

/// A figure of a row, as in JSON.
public enum MarketFigure: Hashable, Sendable, Encodable {
    case text(String)
    case number(UInt64)
    /// Percent points.
    case points(Percent)

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .points(let percent): try container.encode(Double(percent.hundredths) / 100)
        }
    }
}

// MARK: - What is done with every group

extension MarketColumns {
    /// Adds rows of which only the instruments are known. All are added at once, because a visit for each row would
    /// copy the columns.
    mutating func append(_ added: some Collection<Instrument>, sequence: UInt64) {
        if added.isEmpty { return }
        let first = instruments.values.count
        var appending = Appending(columns: take(), count: added.count, sequence: sequence)
        MarketGroups.visitAll(&appending)
        self = appending.columns
        for (row, instrument) in zip(first..., added) { _ = instruments.set(instrument, row: row, sequence: sequence) }
    }

    /// Applies the new values in `changes` to existing rows, and returns those that differ.
    mutating func merge(_ changes: MarketChanges, sequence: UInt64) -> MarketChanges {
        var merging = Merging(columns: take(), changes: changes, sequence: sequence)
        MarketGroups.visitAll(&merging)
        self = merging.columns
        return merging.effective
    }

    func cells(_ selection: CellSelection) -> MarketChanges {
        var selecting = Selecting(columns: self, selection: selection)
        MarketGroups.visitAll(&selecting)
        return selecting.changes
    }

    /// The hash of each group, by number.
    var hashes: [UInt64] {
        var hashing = Hashing(columns: self)
        MarketGroups.visitAll(&hashing)
        return hashing.hashes
    }

    /// In ascending order.
    func rows(changedSince sequence: UInt64) -> [Int] {
        var dating = Dating(columns: self, newest: Array(repeating: 0, count: instruments.values.count))
        MarketGroups.visitAll(&dating)
        return dating.newest.indices.filter { dating.newest[$0] > sequence }
    }

    /// The figures of a row for commands to print.
    func figures(ofRow row: Int) -> [(name: String, figure: MarketFigure)] {
        var telling = Telling(columns: self, row: row)
        MarketGroups.visitAll(&telling)
        return telling.figures
    }

    /// Moves the columns out, so that the code that changes them is their only owner and copies none.
    private mutating func take() -> MarketColumns {
        var taken = MarketColumns()
        swap(&taken, &self)
        return taken
    }
}

private struct Appending: GroupVisitor {
    var columns: MarketColumns
    let count: Int
    let sequence: UInt64

    mutating func visit<Value>(_ group: MarketGroup<Value>) {
        columns[keyPath: group.column].append(group.start, count: count, sequence: sequence)
    }
}

private struct Merging: GroupVisitor {
    var columns: MarketColumns
    let changes: MarketChanges
    let sequence: UInt64
    var effective = MarketChanges()

    mutating func visit<Value>(_ group: MarketGroup<Value>) {
        let news = changes[keyPath: group.changes]
        if news.isEmpty { return }
        effective[keyPath: group.changes] = columns[keyPath: group.column].merge(news, sequence: sequence)
    }
}

private struct Selecting: GroupVisitor {
    let columns: MarketColumns
    let selection: CellSelection
    var changes = MarketChanges()

    mutating func visit<Value>(_ group: MarketGroup<Value>) {
        changes[keyPath: group.changes] = columns[keyPath: group.column].cells(selection)
    }
}

/// When each row changed last, in whichever group.
private struct Dating: GroupVisitor {
    let columns: MarketColumns
    var newest: [UInt64]

    mutating func visit<Value>(_ group: MarketGroup<Value>) {
        let changed = columns[keyPath: group.column].changed
        for row in newest.indices { newest[row] = max(newest[row], changed[row]) }
    }
}

private struct Hashing: GroupVisitor {
    let columns: MarketColumns
    var hashes: [UInt64] = []

    mutating func visit<Value>(_ group: MarketGroup<Value>) { hashes.append(columns[keyPath: group.column].hash) }
}

extension MarketGroups {
    /// The names of all figures of a row, in the order of `MarketTable.figures(ofRow:)`.
    static var figureNames: [String] {
        var naming = Naming()
        visitAll(&naming)
        return naming.names
    }
}

private struct Naming: GroupVisitor {
    var names: [String] = []

    mutating func visit<Value>(_ group: MarketGroup<Value>) { names += group.json.map(\.name) }
}

private struct Telling: GroupVisitor {
    let columns: MarketColumns
    let row: Int
    var figures: [(name: String, figure: MarketFigure)] = []

    mutating func visit<Value>(_ group: MarketGroup<Value>) {
        if group.json.isEmpty { return }
        let value = columns[keyPath: group.column].values[row]
        for member in group.json { if let figure = member.figure(value) { figures.append((member.name, figure)) } }
    }
}

// MARK: Changes

extension MarketChanges {
    /// The rows of each group.
    var rowLists: [[UInt32]] {
        var listing = Listing(changes: self)
        MarketGroups.visitAll(&listing)
        return listing.lists
    }

    init(wire: WireMarketRows) throws(FrameError) {
        var reading = Reading(wire: wire)
        try MarketGroups.visitAll(&reading)
        self = reading.changes
        for source in wire.sources { sources.append(try MarketSource(wire: source)) }
    }

    var wire: WireMarketRows {
        var writing = Writing(changes: self)
        MarketGroups.visitAll(&writing)
        writing.wire.sources = sources.map(\.wire)
        return writing.wire
    }
}

private struct Listing: GroupVisitor {
    let changes: MarketChanges
    var lists: [[UInt32]] = []

    mutating func visit<Value>(_ group: MarketGroup<Value>) { lists.append(changes[keyPath: group.changes].rows) }
}

private struct Reading: GroupVisitor {
    let wire: WireMarketRows
    var changes = MarketChanges()

    mutating func visit<Value>(_ group: MarketGroup<Value>) throws(FrameError) {
        changes[keyPath: group.changes] = try group.read(wire)
    }
}

private struct Writing: GroupVisitor {
    let changes: MarketChanges
    var wire = WireMarketRows()

    mutating func visit<Value>(_ group: MarketGroup<Value>) {
        let news = changes[keyPath: group.changes]
        if !news.isEmpty { group.write(news, &wire) }
    }
}
