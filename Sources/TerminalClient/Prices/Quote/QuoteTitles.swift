internal import TerminalKit

/// The row of titles over the columns of coins. The name of the list is over the coins' names.
struct QuoteTitles {
    let columns: QuoteColumns
    let name: String
    let count: String
    /// The column by which the list is sorted, if there is one.
    let sort: PriceSort?
    /// Whether the prices below are older than they should be.
    let isStale: Bool
    /// The age of the oldest price below, in words; nil if all are recent.
    var oldestAge: String?
    /// The time zone of the times in the column of sources.
    let zone: String
    /// The text after the title of prices: " EUR"; empty for dollars.
    var unit = ""

    func draw(into buffer: inout Buffer, in row: Rect, placed columns: [PlacedColumn]) {
        guard !row.isEmpty else { return }
        buffer.fill(row)
        let priceTitle = priceTitle(columns)
        for placed in columns {
            guard let column = self.columns[placed.index] else { continue }
            var area = Rect(x: placed.x, y: row.y, width: placed.width, height: 1)
            if column == .price {
                // It may begin over the names.
                let start = min(area.x, area.right - priceTitle.columnCount)
                area = Rect(x: start, y: row.y, width: area.right - start, height: 1)
            }
            let title = title(of: column, priceTitle, in: area.width)
            buffer.draw(title, in: area, alignment: column.room.isOnTheRight ? .right : .left)
        }
        drawName(into: &buffer, in: nameArea(row, columns, priceTitle), order: hiddenOrder(columns))
    }

    private func title(of column: QuoteColumn, _ priceTitle: String, in width: Int) -> Line {
        guard !column.title.isEmpty else { return Line() }
        if column == .price, isStale || oldestAge != nil {
            let style = isStale ? Theme.warning : sort?.column == .price ? Theme.title : Theme.muted
            return Line(priceTitle, style)
        }
        let name = column.title + (column == .price ? unit : column == .source ? " (\(zone))" : "")
        return sort?.title(of: column, name, in: width) ?? Line(name, Theme.muted)
    }

    /// If there is not room for all, the number of coins goes first, then the name, and the order stays. If prices are old,
    /// the order goes instead of the name.
    /// - Parameter order: the words for the order, the longest first.
    private func drawName(into buffer: inout Buffer, in area: Rect, order: [String]) {
        let short = Line(name, Theme.title)
        let names = count.isEmpty ? [short] : [short + Line(" \(count)", Theme.muted), short]
        let words = order.map { Line($0, Theme.title) }
        let both = names.flatMap { name in words.map { name + Line("  ") + $0 } }
        let lines = both + (oldestAge == nil && !isStale ? words : []) + names
        buffer.draw(lines.first { $0.columnCount <= area.width } ?? short, in: area)
    }

    /// The order of the list, if no visible title shows it.
    private func hiddenOrder(_ columns: [PlacedColumn]) -> [String] {
        guard let sort else { return [] }
        let isShown = { (column: QuoteColumn) in self.columns.have(column, among: columns) }
        let column = sort.column
        // If there is no room for names, this covers the title of the rank.
        if isShown(column), column != .coinName, column != .rank || isShown(.coinName) { return [] }
        return sort.words
    }

    /// The area over symbol and name, and the columns that the title of the price leaves free. If there is no room for
    /// names, it begins at the left and hides the title of the rank.
    private func nameArea(_ row: Rect, _ columns: [PlacedColumn], _ priceTitle: String) -> Rect {
        let room = room(columns)
        return Rect(x: room.lowerBound, y: row.y, width: room.count - priceTitle.columnCount - 2, height: 1)
    }

    /// The title of the price, with the age of the oldest one. It gives way to the name of the list, which matters more.
    private func priceTitle(_ columns: [PlacedColumn]) -> String {
        let plain = QuoteColumn.price.title + unit
        if !isStale, oldestAge == nil { return plain }
        let ages = oldestAge.map { ["\(plain), up to \($0) old", "up to \($0) old"] + (isStale ? ["\($0) old"] : []) }
        let rest = isStale ? ["old price", "old"] : [plain]
        let arrow = sort.flatMap { $0.column == .price ? $0.arrow : nil } ?? ""
        let room = room(columns).count - name.columnCount - 2
        return ((ages ?? []) + rest).map { $0 + arrow }.first { $0.columnCount <= room } ?? rest[rest.count - 1]
    }

    /// The columns that the name shares with the title of the price.
    private func room(_ columns: [PlacedColumn]) -> Range<Int> {
        let placed = { (column: QuoteColumn) in columns.first { $0.index == self.columns.place(of: column) } }
        let price = placed(.price)
        let shown = columns.filter { $0.index < price?.index ?? 0 }
        let first = placed(.coinName) == nil ? shown.first : placed(.symbol)
        guard let first, let price else { return 0..<0 }
        return first.x..<max(first.x, price.x + price.width)
    }
}
