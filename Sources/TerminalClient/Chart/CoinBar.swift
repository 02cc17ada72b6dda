internal import TerminalKit

/// The top of a screen about one coin: what it is, and what it costs at the moment.
struct CoinBar {
    let row: QuoteRow?
    let symbol: String
    let palette: MarketPalette

    func draw(into buffer: inout Buffer, in area: Rect) {
        buffer.fill(area, style: Theme.bar)
        guard let row else {
            return StatusBar(left: Line(symbol, Theme.keyCap), style: Theme.bar)
                .draw(into: &buffer, in: area.inset(horizontal: 1))
        }
        let name = [Span("  \(row.name)", Theme.barMuted)]
        var left = Line([Span(row.isFavorite ? "★ " : "", .foreground(Theme.gold)), Span(row.symbol, Theme.keyCap)])
        let figures = figures(row, buffer.charset)
        if left.columnCount + figures.columnCount + 6 < area.width { left.spans += name }
        StatusBar(left: left, right: figures, style: Theme.bar).draw(into: &buffer, in: area.inset(horizontal: 1))
    }

    private func figures(_ row: QuoteRow, _ charset: Charset) -> Line {
        if row.isDelisted { return Line("delisted", Theme.warning) }
        var line = Line(row.price?.text(charset) ?? QuoteRow.none, Theme.keyCap)
        let cells = QuoteCells(charset: charset, palette: palette)
        line.spans += [Span("  ")] + cells.line(row, .dayChange).spans
        return line
    }
}
