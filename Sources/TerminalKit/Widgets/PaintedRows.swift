/// The rows of a table as they were last painted. What says the same in the same place is put there again as it is: a key moves the
/// selection, and two rows of forty have to be painted.
///
/// Belongs to a view, and is used by its frames one after the other.
package final class PaintedRows<Content: Equatable> {
    fileprivate struct Row {
        let content: Content
        let style: Style
        let cells: [Cell]
    }

    /// What shapes all rows alike.
    private struct Shape: Equatable {
        let columns: [PlacedColumn]
        let place: Range<Int>
        let charset: Charset
    }

    private var shape: Shape?
    private var rows: [Int: Row] = [:]

    package init() {}

    /// Takes out the rows of this shape, and forgets others. What this frame keeps is there in the next.
    fileprivate func takeRows(_ layout: Table.Layout, _ buffer: Buffer) -> [Int: Row] {
        let place = layout.rows.first.map { $0.area.x..<$0.area.right } ?? 0..<0
        let shape = Shape(columns: layout.columns, place: place, charset: buffer.charset)
        defer { rows = [:] }
        if shape == self.shape { return rows }
        self.shape = shape
        return [:]
    }

    fileprivate func keep(_ row: Row, at index: Int) { rows[index] = row }
}

extension Table {
    /// Draws as ever, but asks for the cells of those rows alone that say something else than in the last frame.
    /// - Parameter content: all that a row's cells are made of; nil for a row that is painted each time.
    @discardableResult
    package func draw<Content>(
        into buffer: inout Buffer,
        in area: Rect,
        keeping painted: PaintedRows<Content>,
        content: (_ row: Int) -> Content?
    ) -> Layout {
        let layout = layout(in: area)
        drawHeader(layout, into: &buffer)
        let known = painted.takeRows(layout, buffer)
        for row in layout.rows {
            let (style, content) = (style(of: row), content(row.index))
            if let known = known[row.index], known.content == content, known.style == style,
                buffer.stamp(known.cells, in: row.area)
            {
                painted.keep(known, at: row.index)
            } else {
                draw(row, layout, into: &buffer)
                guard let content, let cells = buffer.cells(in: row.area) else { continue }
                painted.keep(.init(content: content, style: style, cells: cells), at: row.index)
            }
        }
        return layout
    }
}
