extension Table {
    package struct PlacedRow: Hashable, Sendable {
        package let index: Int
        package let area: Rect
    }

    /// The places of all parts, for drawing and for finding what was clicked.
    package struct Layout: Hashable, Sendable {
        package let header: Rect
        package let columns: [PlacedColumn]
        package let rows: [PlacedRow]
        package let gap: Rect?

        /// The row at a point.
        package func row(at point: Point) -> Int? { rows.first { $0.area.contains(point) }?.index }

        /// The column that a point belongs to, in any row.
        package func column(below x: Int) -> Int? {
            columns.first { $0.x <= x && x < $0.x + $0.width }?.index
        }
    }

    package func layout(in area: Rect) -> Layout {
        var body = area
        let header = body.removeTop(hasHeader ? 1 : 0)
        let (rows, gap) = placeRows(in: body)
        return Layout(
            header: header,
            columns: Column.place(columns, in: area, spacing: spacing),
            rows: rows,
            gap: gap
        )
    }

    private func placeRows(in body: Rect) -> ([PlacedRow], Rect?) {
        var rest = body
        var rows: [PlacedRow] = []
        var gapArea: Rect?
        let start = max(0, first)
        for index in start..<max(start, rowCount) {
            guard !rest.isEmpty else { break }
            rows.append(PlacedRow(index: index, area: rest.removeTop(1)))
            if let gap, gap.afterRow == index { gapArea = rest.removeTop(gap.height) }
        }
        return (rows, gapArea)
    }
}
