internal import TerminalKit

/// The list of devices in columns.
struct DeviceTable {
    /// On wider screens, the words about one device would be too far apart to read as one row.
    private static let widthMax = 104
    private static let heightWithTitles = 3

    let rows: [DeviceRow]
    let selected: Int
    /// The index of the first visible row.
    let first: Int
    let count: String
    /// The time zone of the shown times.
    let zone: String

    static func rowsSeen(in area: Rect) -> Int { max(1, area.height - (area.height >= heightWithTitles ? 1 : 0)) }

    func layout(in area: Rect) -> Table.Layout { table(in: area).layout(in: inner(area)) }

    @discardableResult
    func draw(into buffer: inout Buffer, in area: Rect) -> Table.Layout {
        let layout = table(in: area).draw(into: &buffer, in: inner(area))
        for placed in layout.rows where placed.index == selected {
            SelectionMark.draw(into: &buffer, at: Point(x: area.x, y: placed.area.y))
        }
        return layout
    }

    private func inner(_ area: Rect) -> Rect {
        Rect(x: area.x, y: area.y, width: min(area.width, Self.widthMax), height: area.height)
            .inset(left: 1, right: area.width < 30 ? 0 : 1)
    }

    private func table(in area: Rect) -> Table {
        let isNarrow = area.width < 34
        let title = "Logged in (\(zone))"
        let muted = { (text: String) in Line(text, Theme.muted) }
        return Table(
            columns: [
                Column(Line(), .fixed(1)),
                Column(
                    Line([Span("Devices", Theme.title), Span(isNarrow ? "" : " \(count)", Theme.muted)]),
                    .flexible(minimum: isNarrow ? 8 : 15, weight: 2)
                ),
                Column(muted(isNarrow ? "Seen" : "Last seen"), .fixed(isNarrow ? 8 : 15), priority: 10),
                Column(muted("Address"), .flexible(minimum: 15), priority: 5),
                Column(muted(title), .fixed(max(16, title.columnCount)), priority: 1),
            ],
            rowCount: rows.count,
            selected: selected,
            first: first,
            hasHeader: area.height >= Self.heightWithTitles,
            spacing: isNarrow ? 1 : 2,
            styles: Table.Styles(header: Theme.plain, row: Theme.plain, selected: Theme.selection)
        ) { cell(rows[$0], column: $1, isNarrow: isNarrow, isSelected: $0 == selected) }
    }

    private func cell(_ row: DeviceRow, column: Int, isNarrow: Bool, isSelected: Bool) -> Line {
        let quiet = isSelected ? Style.plain : Theme.muted
        return switch column {
        case 0: Line(row.isConnected ? "●" : "○", row.isConnected ? .foreground(Theme.up) : quiet)
        case 1: Line(row.name, row.isOwn ? .bold : .plain)
        case 2: Line(isNarrow ? row.seenShort : row.seen, row.isConnected || row.isOwn ? .plain : quiet)
        case 3: Line(row.address, quiet)
        default: Line(row.since, quiet)
        }
    }
}
