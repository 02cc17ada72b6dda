internal import TerminalKit

/// A list in columns, with a mark at the selected row. Lists of coins have a table of their own, which repaints only
/// what has changed.
struct RowTable {
    private static let heightWithTitles = 3

    let columns: [Column]
    let count: Int
    /// Nil if no row is selected, as in a line of totals.
    var selected: Int?
    /// The first visible row.
    var first = 0
    var hasTitles = true
    var spacing = 2
    /// In a wider table, the words of a row would be too far apart to be read together.
    var widthMax = Self.widthMax
    static let widthMax = 120
    let cell: Table.CellLine

    static func rowsSeen(in area: Rect) -> Int { max(1, area.height - (area.height >= heightWithTitles ? 1 : 0)) }

    /// A title without marks.
    static func title(_ text: String) -> Line { Line(text, Theme.muted) }

    func layout(in area: Rect) -> Table.Layout { table(in: area).layout(in: inner(area)) }

    @discardableResult
    func draw(into buffer: inout Buffer, in area: Rect) -> Table.Layout {
        let layout = table(in: area).draw(into: &buffer, in: inner(area))
        for placed in layout.rows where placed.index == selected {
            SelectionMark.draw(into: &buffer, at: Point(x: area.x, y: placed.area.y))
        }
        return layout
    }

    /// The area without the column of the mark.
    private func inner(_ area: Rect) -> Rect {
        Rect(x: area.x, y: area.y, width: min(area.width, widthMax), height: area.height)
            .inset(left: 1, right: area.width < 30 ? 0 : 1)
    }

    private func table(in area: Rect) -> Table {
        Table(
            columns: columns,
            rowCount: count,
            selected: selected,
            first: first,
            hasHeader: hasTitles && area.height >= Self.heightWithTitles,
            spacing: spacing,
            styles: Table.Styles(header: Theme.plain, row: Theme.plain, selected: Theme.selection),
            cell: cell
        )
    }
}

extension TableColumn {
    /// - Parameter zone: the zone of the times in the column, for its title.
    func column(_ width: Column.Width, priority: Int = Column.required, in zone: String? = nil) -> Column {
        Column(RowTable.title(title(in: zone)), width, alignment: alignment, priority: priority)
    }

    var alignment: Alignment { isOnTheRight ? .right : .left }
}

/// The mark in front of the selected row. It shows the selection without colors.
enum SelectionMark {
    static func draw(into buffer: inout Buffer, at place: Point) {
        buffer.draw(buffer.charset == .ascii ? ">" : "▌", at: place, style: Theme.link.over(Theme.selection))
    }
}
