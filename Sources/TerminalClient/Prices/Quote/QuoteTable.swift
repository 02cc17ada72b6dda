internal import Shared
internal import TerminalKit

/// A list of coins in columns, for Prices and Favorites.
@MainActor
struct QuoteTable {
    /// On wider screens, the figures of one coin would be too far apart to read as one row.
    private static let widthMax = 160

    /// If there are fewer rows, coins matter more than the titles above them.
    private static let heightWithTitles = 3

    /// What the painting of all rows depends on.
    private struct Look: Hashable {
        let palette: MarketPalette
        let columns: QuoteColumns
        let isStale: Bool
    }

    let columns: QuoteColumns
    let rowCount: Int
    let selected: Int?
    /// The first visible row.
    let first: Int
    /// The gap for the open chart.
    let gap: Table.Gap?
    let palette: MarketPalette
    /// Whether all prices are older than they should be.
    let isStale: Bool
    let icons: CoinImages
    /// Nil for rows that the caller draws.
    let row: (Int) -> QuoteRow?
    let painted: PaintedRows

    /// How many coins are visible at a time.
    static func rowsSeen(in area: Rect) -> Int { max(1, area.height - (area.height >= heightWithTitles ? 1 : 0)) }

    /// The first column of the screen holds the selection mark, which is visible without colors.
    func layout(in area: Rect) -> Table.Layout { table(in: area) { _, _, _ in Line() }.layout(in: inner(area)) }

    @discardableResult
    func draw(into buffer: inout Buffer, in area: Rect) -> Table.Layout {
        var cells = QuoteCells(palette: palette, isStale: isStale)
        var current: QuoteRow?
        var coins: [CoinID?] = []
        let table = table(in: area) { index, column, room in
            guard let current, let column = columns[column] else { return Line() }
            cells.room = room
            cells.isSelected = index == selected && column.room.joinsSelection
            return cells.line(current, column.cell(current))
        }
        let layout = table.draw(
            into: &buffer,
            in: inner(area),
            keeping: painted,
            look: Look(palette: palette, columns: columns, isStale: isStale)
        ) { index in
            current = row(index)
            coins.append(current?.coin)
            return current
        }
        placeIcons(of: coins, into: &buffer, layout)
        for placed in layout.rows where placed.index == selected {
            SelectionMark.draw(into: &buffer, at: Point(x: area.x, y: placed.area.y))
        }
        return layout
    }

    /// Places each picture over its badge, which is visible until the picture has come.
    /// - Parameter coins: those of all visible rows.
    private func placeIcons(of coins: [CoinID?], into buffer: inout Buffer, _ layout: Table.Layout) {
        guard let place = columns.place(of: .badge), let column = layout.columns.first(where: { $0.index == place })
        else { return }
        for (row, (coin, image)) in zip(layout.rows, zip(coins, icons.images(of: coins))) {
            guard let coin else { continue }
            let area = Rect(x: column.x, y: row.area.y, width: CoinBadge.width, height: 1)
            let ground = row.index == selected ? Theme.selection : Theme.plain
            buffer.want(image: coin.rawValue)
            if let image { buffer.place(image, in: area, on: ground) }
        }
    }

    private func inner(_ area: Rect) -> Rect {
        let width = min(area.width, Self.widthMax)
        return Rect(x: area.x, y: area.y, width: width, height: area.height)
            .inset(left: area.width < 10 ? 0 : 1, right: area.width < 50 ? 0 : 1)
    }

    private func table(in area: Rect, _ cell: @escaping Table.CellLine) -> Table {
        var table = Table(
            columns: columns.all.map { Column($0.room, on: area.width) },
            rowCount: rowCount,
            selected: selected,
            first: first,
            gap: gap,
            hasHeader: area.height >= Self.heightWithTitles,
            spacing: 2,
            styles: Table.Styles(header: Theme.plain, row: Theme.plain, selected: Theme.selection),
            cell: cell
        )
        // The columns up to that of seven days matter more than a second space between columns.
        let wide = Column.place(table.columns, in: inner(area), spacing: table.spacing)
        if !columns.have(.days, among: wide) { table.spacing = 1 }
        return table
    }
}

extension QuoteColumns {
    /// Whether there is room for a column.
    func have(_ column: QuoteColumn, among placed: [PlacedColumn]) -> Bool {
        let place = place(of: column)
        return placed.contains { $0.index == place }
    }
}

extension Column {
    /// - Parameter screen: the width of the screen in cells.
    init(_ room: QuoteColumn.Room, on screen: Int) {
        let width: Width =
            switch room.width(screen) {
            case .fixed(let columns): .fixed(columns)
            case .flexible(let minimum, let wanted, let weight):
                .flexible(minimum: minimum, wanted: wanted, weight: weight)
            }
        self.init(
            "",
            width,
            alignment: room.isOnTheRight ? .right : .left,
            priority: room.priority ?? Column.required,
            joinsSelection: room.joinsSelection
        )
    }
}
