internal import TerminalKit

/// How the figures of a coin are drawn.
struct QuoteCells {
    let charset: Charset
    let palette: MarketPalette

    func line(_ row: QuoteRow, _ column: QuoteColumn) -> Line {
        switch column {
        case .rank: Line(row.rank, Theme.muted)
        case .star: Line(row.isFavorite ? "★" : "", .foreground(Theme.gold))
        case .symbol: highlighted(row.symbol, row.symbolMatch, row.isDelisted ? Theme.muted : .bold)
        case .name: highlighted(row.name, row.nameMatch, Theme.muted)
        case .price: price(row)
        case .dayChange:
            row.isDelisted ? Line("delisted", Theme.warning) : change(row, row.dayChange, \.withArrow)
        case .hourChange: change(row, row.hourChange, \.withSign)
        case .weekChange: change(row, row.weekChange, \.withSign)
        case .volume: Line(row.volume, row.isDelisted ? Theme.muted : .plain)
        case .marketCap: Line(row.marketCap, row.isDelisted ? Theme.muted : .plain)
        }
    }

    private func price(_ row: QuoteRow) -> Line {
        guard let price = row.price else { return Line(QuoteRow.none, Theme.muted) }
        let text = price.text(charset)
        if row.isDelisted { return Line(text, Theme.muted) }
        return switch row.flash {
        case .up: Line(text, palette.flashUp)
        case .down: Line(text, palette.flashDown)
        case nil: Line(text)
        }
    }

    private func change(_ row: QuoteRow, _ change: ChangeText?, _ text: KeyPath<ChangeText, String>) -> Line {
        guard let change, !row.isDelisted else { return Line(QuoteRow.none, Theme.muted) }
        return switch change.direction {
        case .up: Line(change[keyPath: text], .foreground(palette.up))
        case .down: Line(change[keyPath: text], .foreground(palette.down))
        case .none: Line(change[keyPath: text], Theme.muted)
        }
    }

    /// The characters that the filter found stand out.
    private func highlighted(_ text: String, _ match: Range<Int>?, _ style: Style) -> Line {
        guard let match else { return Line(text, style) }
        let characters = Array(text)
        return Line([
            Span(String(characters[..<match.lowerBound]), style),
            Span(String(characters[match]), Theme.match),
            Span(String(characters[match.upperBound...]), style),
        ])
    }
}
