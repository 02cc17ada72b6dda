/// New values of one column: rows in ascending order, each with its value.
public struct ColumnChanges<Value: Hashable & Sendable>: Hashable, Sendable {
    public private(set) var rows: [UInt32]
    public private(set) var values: [Value]

    public init() {
        rows = []
        values = []
    }

    /// - Precondition: `rows` ascend, and there are as many `values`.
    public init(rows: [UInt32], values: [Value]) {
        precondition(rows.count == values.count, "a value for each row")
        self.rows = rows
        self.values = values
    }

    public var isEmpty: Bool { rows.isEmpty }
    public var count: Int { rows.count }

    public func prefix(_ length: Int) -> Self {
        length == count ? self : Self(rows: Array(rows.prefix(length)), values: Array(values.prefix(length)))
    }

    /// - Precondition: `row` is greater than all earlier rows.
    public mutating func append(_ value: Value, row: Int) {
        assert(rows.last.map { Int($0) < row } ?? true, "rows ascend")
        rows.append(UInt32(row))
        values.append(value)
    }
}
