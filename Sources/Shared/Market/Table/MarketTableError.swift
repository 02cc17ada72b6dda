/// Why a diff does not fit a table. The remedy is always a new snapshot.
public enum MarketTableError: Error, Equatable, Sendable, CustomStringConvertible {
    case gap(from: UInt64, held: UInt64)
    case unknownRow(UInt32, count: Int)
    case tooManyRows(Int)
    case hashMismatch(group: Int, expected: UInt64, held: UInt64)

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
