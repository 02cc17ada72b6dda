internal import TerminalKit

/// A list in columns with a mark at the selected row: what all lists are drawn with but those of coins, which repaint what has
/// changed alone.
struct RowTable {
    private static let heightWithTitles = 3

    let columns: [Column]
    let count: Int
    /// Nil: none, as in a line of totals.
    var selected: Int?
    /// The first row that is seen.
    var first = 0
    var hasTitles = true
    var spacing = 2
    /// Beyond this width the words of one row lie too far apart to be read together.
    var widthMax = Self.widthMax
    static let widthMax = 120
    let cell: (_ row: Int, _ column: Int) -> Line

    static func rowsSeen(in area: Rect) -> Int { max(1, area.height - (area.height >= heightWithTitles ? 1 : 0)) }

    /// A title of the plain sort.
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

    /// Without the mark's column.
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
