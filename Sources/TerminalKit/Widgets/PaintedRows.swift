/// The rows of a table as they were last painted, selected and not. A row with the same content in the same place is not
/// painted again. So a key that moves the selection paints one row of forty, and none where the selection was before.
///
/// A view owns it, and uses it for one frame after another.
package final class PaintedRows {
    private struct Row {
        /// Kept alive, so that no other object can get its address.
        let content: AnyObject
        let cells: [Cell]
    }

    private struct Place: Hashable {
        let row: Int
        let style: Style
    }

    /// What affects all rows alike.
    private struct Shape: Equatable {
        let columns: [PlacedColumn]
        let place: Range<Int>
        let charset: Charset
        let look: AnyHashable
    }

    /// More rows than any screen shows. A user who scrolls through thousands does not need the others.
    private static let countMax = 256

    private var shape: Shape?
    private var rows: [Place: Row] = [:]

    package init() {}

    fileprivate func begin(_ layout: Table.Layout, _ charset: Charset, _ look: AnyHashable) {
        let place = layout.rows.first.map { $0.area.x..<$0.area.right } ?? 0..<0
        let shape = Shape(columns: layout.columns, place: place, charset: charset, look: look)
        if shape == self.shape, rows.count <= Self.countMax { return }
        self.shape = shape
        rows = [:]
    }

    /// - Returns: nil if the row was painted from other content, or was never painted in this style.
    fileprivate func cells(of content: AnyObject, _ style: Style, row: Int) -> [Cell]? {
        guard let known = rows[Place(row: row, style: style)], known.content === content else { return nil }
        return known.cells
    }

    fileprivate func keep(_ cells: [Cell], of content: AnyObject, _ style: Style, row: Int) {
        rows[Place(row: row, style: style)] = Row(content: content, cells: cells)
    }
}

extension Table {
    /// Draws the table, but asks only for the cells of rows whose content has changed since the last time.
    /// - Parameters:
    ///   - look: what the cells of all rows depend on besides their content.
    ///   - content: an object that never changes and alone determines the row's cells; nil for a row that is painted
    ///     each time.
    @discardableResult
    package func draw(
        into buffer: inout Buffer,
        in area: Rect,
        keeping painted: PaintedRows,
        look: some Hashable,
        content: (_ row: Int) -> AnyObject?
    ) -> Layout {
        let layout = layout(in: area)
        drawHeader(layout, into: &buffer)
        painted.begin(layout, buffer.charset, AnyHashable(look))
        for row in layout.rows {
            let (style, content) = (style(of: row), content(row.index))
            let known = content.flatMap { painted.cells(of: $0, style, row: row.index) }
            if let known, buffer.stamp(known, in: row.area) { continue }
            draw(row, layout, into: &buffer)
            guard let content, let cells = buffer.cells(in: row.area) else { continue }
            painted.keep(cells, of: content, style, row: row.index)
        }
        return layout
    }
}
