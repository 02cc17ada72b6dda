/// A list in columns. It holds no rows and asks for the cells of the visible ones, so a list of thousands costs no more
/// than a screenful.
package struct Table {
    /// Free room below a row, for another view.
    package struct Gap: Hashable, Sendable {
        package var afterRow: Int
        package var height: Int

        package init(afterRow: Int, height: Int) {
            self.afterRow = afterRow
            self.height = height
        }
    }

    package struct Styles: Sendable {
        package var header: Style
        /// The style under the cells of every row.
        package var row: Style
        package var selected: Style

        package init(header: Style = .bold, row: Style = .plain, selected: Style = .reverse) {
            self.header = header
            self.row = row
            self.selected = selected
        }
    }

    /// What a cell's text has to fit.
    package struct Room: Sendable {
        package var width: Int
        package var charset: Charset

        package init(width: Int = .max, charset: Charset = .unicode) {
            self.width = width
            self.charset = charset
        }
    }

    package typealias CellLine = (_ row: Int, _ column: Int, _ room: Room) -> Line

    package var columns: [Column]
    package var rowCount: Int
    package var selected: Int?
    /// The first visible row.
    package var first: Int
    package var gap: Gap?
    package var hasHeader: Bool
    package var spacing: Int
    package var styles: Styles
    private let cell: CellLine

    package init(
        columns: [Column],
        rowCount: Int,
        selected: Int? = nil,
        first: Int = 0,
        gap: Gap? = nil,
        hasHeader: Bool = true,
        spacing: Int = 1,
        styles: Styles = Styles(),
        cell: @escaping CellLine
    ) {
        self.columns = columns
        self.rowCount = rowCount
        self.selected = selected
        self.first = first
        self.gap = gap
        self.hasHeader = hasHeader
        self.spacing = spacing
        self.styles = styles
        self.cell = cell
    }

    @discardableResult
    package func draw(into buffer: inout Buffer, in area: Rect) -> Layout {
        let layout = layout(in: area)
        drawHeader(layout, into: &buffer)
        for row in layout.rows { draw(row, layout, into: &buffer) }
        return layout
    }

    func drawHeader(_ layout: Layout, into buffer: inout Buffer) {
        guard !layout.header.isEmpty else { return }
        buffer.fill(layout.header, style: styles.header)
        for column in layout.columns {
            draw(columns[column.index].title, column, in: layout.header, styles.header, &buffer)
        }
    }

    func draw(_ row: PlacedRow, _ layout: Layout, into buffer: inout Buffer) {
        var filled = style(of: row)
        buffer.fill(row.area, style: filled)
        for column in layout.columns {
            let style = columns[column.index].joinsSelection ? style(of: row) : styles.row
            if style != filled {
                // A gap looks like the column before it.
                buffer.fill(row.area.inset(left: column.x - row.area.x), style: style)
                filled = style
            }
            let room = Room(width: column.width, charset: buffer.charset)
            draw(cell(row.index, column.index, room), column, in: row.area, style, &buffer)
        }
    }

    func style(of row: PlacedRow) -> Style {
        row.index == selected ? styles.selected.over(styles.row) : styles.row
    }

    private func draw(_ line: Line, _ column: PlacedColumn, in row: Rect, _ style: Style, _ buffer: inout Buffer) {
        let area = Rect(x: column.x, y: row.y, width: column.width, height: 1)
        buffer.draw(line, in: area, alignment: columns[column.index].alignment, style: style)
    }
}
