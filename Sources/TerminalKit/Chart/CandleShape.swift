/// The rules that draw a candle with cells: the mark of each row. Rows and levels count from the bottom.
///
/// A rising body is hollow, so that color is never the only sign of the direction. A cell holds one mark. The end of a
/// body at which a wick begins is rounded to a whole cell, so that the two touch. Any other end is drawn to the eighth.
package struct CandleShape: Hashable, Sendable {
    package enum Mark: Hashable, Sendable {
        /// A line through the whole cell, or through one half of it.
        case wick
        case upperWick
        case lowerWick
        /// The body from the cell's bottom up, or from its top down, in eighths.
        case bottom(Int)
        case top(Int)
        /// The body through the whole cell. A row at an end of the body closes a hollow one.
        case whole(Edge)
        /// A body that is too low for a cell, with or without a wick above and below.
        case bar(above: Bool, below: Bool)
    }

    package enum Edge: Hashable, Sendable {
        case none
        case top
        case bottom
        /// A body of one row.
        case both

        init(top: Bool, bottom: Bool) { self = top ? bottom ? .both : .top : bottom ? .bottom : .none }
    }

    private enum Form: Hashable, Sendable {
        case bar(row: Int)
        case cell(row: Int)
        case tall
    }

    private static let perRow = ValueScale.levelsPerRow
    /// From this part on, a part of a cell counts as the whole.
    private static let nearlyWhole = 6

    package let isHollow: Bool
    private let body: Range<Int>
    private let wick: Range<Int>
    private let form: Form

    package init(_ bar: CandleBar, on scale: ValueScale) {
        let ends = [scale.level(of: bar.open), scale.level(of: bar.close)].sorted()
        let lowest = min(ends[0], scale.levels - 1)
        isHollow = bar.isUp
        body = lowest..<max(ends[1], lowest + 1)
        wick = min(scale.level(of: bar.low), lowest)..<max(scale.level(of: bar.high), body.upperBound)
        form = Self.form(of: body, isHollow: isHollow)
    }

    /// The rows that may have a mark.
    package var rows: ClosedRange<Int> { Self.row(of: wick.lowerBound)...Self.row(of: wick.upperBound - 1) }

    /// The row in which the body ends where the candle closed.
    package var closeRow: Int {
        switch form {
        case .bar(let row), .cell(let row): row
        case .tall: isHollow ? tallRows.upperBound : tallRows.lowerBound
        }
    }

    package func mark(at row: Int) -> Mark? {
        switch form {
        case .bar(row): .bar(above: goesOnAbove, below: goesOnBelow)
        case .cell(row): .whole(.both)
        case .tall where Self.rows(of: body).contains(row): tallMark(at: row)
        default: wickMark(at: row)
        }
    }
}

// MARK: Body
extension CandleShape {
    private static func row(of level: Int) -> Int { level / perRow }
    private static func rows(of levels: Range<Int>) -> ClosedRange<Int> {
        row(of: levels.lowerBound)...row(of: levels.upperBound - 1)
    }

    /// How much of its highest and its lowest cell a body fills.
    private static func parts(of body: Range<Int>) -> (top: Int, bottom: Int) {
        let rows = rows(of: body)
        return (body.upperBound - rows.upperBound * perRow, (rows.lowerBound + 1) * perRow - body.lowerBound)
    }

    private static func form(of body: Range<Int>, isHollow: Bool) -> Form {
        let rows = rows(of: body)
        let small: (Int) -> Form = { body.count < nearlyWhole ? .bar(row: $0) : .cell(row: $0) }
        switch rows.count {
        case 1: return small(rows.lowerBound)
        case 2:
            let parts = parts(of: body)
            // A hollow body needs a cell that can show it. Any other body needs a cell that it fills by half.
            let needed = isHollow ? nearlyWhole : perRow / 2
            if max(parts.top, parts.bottom) >= needed { return .tall }
            return small(parts.top >= parts.bottom ? rows.upperBound : rows.lowerBound)
        default: return .tall
        }
    }

    private var goesOnAbove: Bool { wick.upperBound > body.upperBound }
    private var goesOnBelow: Bool { wick.lowerBound < body.lowerBound }

    /// The rows of a tall body, after rounding.
    private var tallRows: ClosedRange<Int> {
        let rows = Self.rows(of: body)
        let parts = Self.parts(of: body)
        let bottom = rows.lowerBound + (goesOnBelow && parts.bottom < Self.perRow / 2 ? 1 : 0)
        return bottom...max(bottom, rows.upperBound - (goesOnAbove && parts.top < Self.perRow / 2 ? 1 : 0))
    }

    private func tallMark(at row: Int) -> Mark? {
        let (rows, parts) = (tallRows, Self.parts(of: body))
        if !rows.contains(row) { return .wick }
        if row == rows.upperBound, !goesOnAbove, !isWhole(parts.top) { return .bottom(parts.top) }
        if row == rows.lowerBound, !goesOnBelow, !isWhole(parts.bottom) { return .top(parts.bottom) }
        return .whole(Edge(top: row == rows.upperBound, bottom: row == rows.lowerBound))
    }

    /// A hollow cell cannot show eighths.
    private func isWhole(_ part: Int) -> Bool { part >= (isHollow ? Self.nearlyWhole : Self.perRow) }
}

// MARK: Wick
extension CandleShape {
    private func wickMark(at row: Int) -> Mark? {
        let cell = row * Self.perRow..<(row + 1) * Self.perRow
        let part = wick.clamped(to: cell)
        // A part of the body that its shape leaves out is not a wick.
        let isAbove = goesOnAbove && cell.upperBound > body.upperBound
        let isBelow = goesOnBelow && cell.lowerBound < body.lowerBound
        guard isAbove || isBelow, part.count > 1 else { return nil }
        if part.count >= Self.nearlyWhole { return .wick }
        return part.lowerBound == cell.lowerBound ? .lowerWick : .upperWick
    }
}

/// The values of a span of time: the first, the last, the highest and the lowest.
package struct CandleBar: Hashable, Sendable {
    package var open: Double
    package var high: Double
    package var low: Double
    package var close: Double

    package init(open: Double, high: Double, low: Double, close: Double) {
        self.open = open
        self.high = high
        self.low = low
        self.close = close
    }

    /// A bar that ends where it began counts as rising.
    package var isUp: Bool { close >= open }
}
