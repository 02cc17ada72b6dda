/// A group of columns that change together: its number, the value of a new row, and its wire form.
struct MarketGroup<Value: CellValue>: Sendable {
    /// The number of its field in push.proto's `MarketRows`. Hashes include it, so it is never used for another group.
    let number: UInt64
    let start: Value
    let read: @Sendable (WireMarketRows) throws(FrameError) -> ColumnChanges<Value>
    let write: @Sendable (ColumnChanges<Value>, inout WireMarketRows) -> Void
    /// How commands print it: the members of a row's JSON object, the same ones for every value.
    let json: @Sendable (Value) -> [MarketMember]

    init(
        _ number: UInt64,
        start: Value,
        read: @escaping @Sendable (WireMarketRows) throws(FrameError) -> ColumnChanges<Value>,
        write: @escaping @Sendable (ColumnChanges<Value>, inout WireMarketRows) -> Void,
        json: @escaping @Sendable (Value) -> [MarketMember] = { _ in [] }
    ) {
        (self.number, self.start) = (number, start)
        (self.read, self.write, self.json) = (read, write, json)
    }
}

/// An operation on every group in turn. There is one generic call for each group and step of the market. The loops over
/// rows are inside it and specialized for their type.
protocol GroupVisitor {
    associatedtype Failure: Error = Never
    /// - Parameters:
    ///   - column: the group's values. A visitor that needs no columns gets empty ones.
    ///   - changes: the group's new values. A visitor that needs no changes gets empty ones.
    mutating func visit<Value>(
        _ group: MarketGroup<Value>,
        _ column: inout Column<Value>,
        _ changes: inout ColumnChanges<Value>
    ) throws(Failure)
}

/// A member of a row's JSON object, which is left out if its figure is nil. It is not nested in `MarketGroup`, because
/// each start of a program would then look up the types of eight arrays.
struct MarketMember: Sendable {
    let name: String
    let figure: MarketFigure?

    init(_ name: String, _ figure: MarketFigure?) { (self.name, self.figure) = (name, figure) }
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
