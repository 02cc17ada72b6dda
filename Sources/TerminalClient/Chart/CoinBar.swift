internal import Shared
internal import TerminalKit

/// The top of a screen about one coin: its name and its present price.
@MainActor
struct CoinBar {
    let row: QuoteRow?
    let symbol: String
    let palette: MarketPalette
    let tabs: TabsViewModel

    private var icons: CoinImages { tabs.icons }

    func draw(into buffer: inout Buffer, in area: Rect) {
        buffer.fill(area, style: Theme.bar)
        guard let row else {
            return StatusBar(left: Line(symbol, Theme.keyCap), style: Theme.bar)
                .draw(into: &buffer, in: area.inset(horizontal: 1))
        }
        let star = Line(row.isFavorite ? "★ " : "", .foreground(Theme.gold))
        let figures = figures(row, buffer.charset, columns: area.width - 2)
        let name = Line([Span(row.symbol, Theme.keyCap), Span("  \(row.name)", Theme.barMuted)])
        let inner = area.inset(horizontal: 1)
        var left = star
        if icons.style != .off, star.columnCount + name.columnCount + figures.columnCount + 6 < inner.width {
            left.spans += [Span(row.badge.text, row.badge.style), Span(" ")]
        }
        let hasBadge = left != star
        let hasRoom = left.columnCount + row.symbol.columnCount + figures.columnCount + 6 < area.width
        left.spans += hasRoom ? name.spans : [name.spans[0]]
        StatusBar(left: left, right: figures, style: Theme.bar).draw(into: &buffer, in: inner)
        if hasBadge { placeIcon(of: row.coin, into: &buffer, at: Point(x: inner.x + star.columnCount, y: inner.y)) }
    }

    private func placeIcon(of coin: CoinID, into buffer: inout Buffer, at place: Point) {
        buffer.want(image: coin.rawValue)
        guard let image = icons.image(of: coin) else { return }
        buffer.place(image, in: Rect(x: place.x, y: place.y, width: CoinBadge.width, height: 1), on: Theme.bar)
    }

    private func figures(_ row: QuoteRow, _ charset: Charset, columns: Int) -> Line {
        if row.isDelisted { return Line("delisted", Theme.warning) }
        let cells = QuoteCells(palette: palette)
        let change = Line("  ") + cells.line(row, QuoteColumn.dayChange.cell(row))
        let isOld = tabs.status.isStale || row.isOld
        let ages = (isOld ? Self.words(of: tabs.priceAge(of: row.coin)) : [""]).map { Line($0, Theme.warning) }
        let others = ages.map { ($0, change) } + ages.suffix(1).map { ($0, Line()) }
        let unit = row.money.suffix
        let room = { (age: Line, change: Line) in columns - age.columnCount - change.columnCount - unit.count }
        let needed = min(Self.priceWidthMin, row.price?.text(charset).columnCount ?? 0)
        let (age, kept) = others.first { room($0, $1) >= needed } ?? others[others.count - 1]
        let price = row.price?.text(charset, columns: room(age, kept)) ?? QuoteRow.none
        return age + Line([Span(price, isOld ? Theme.old : Theme.keyCap), Span(unit, Theme.barMuted)]) + kept
    }

    /// What stands before an old price, in words of falling length.
    private static func words(of age: String?) -> [String] {
        age.map { ["\($0) old ", "\(AgeText.short($0)) old "] } ?? ["old price ", "old "]
    }

    /// The least width of a useful price. Everything else makes room for it.
    private static let priceWidthMin = 9
}
