internal import Shared
internal import TerminalKit

/// Draws the figures of a coin.
struct QuoteCells {
    let palette: MarketPalette
    /// What the drawn cell has to fit.
    var room = Table.Room()
    /// Whether all prices are older than they should be.
    var isStale = false
    /// The selected row has one ink, apart from its colors. It stands out, and moving it costs few bytes.
    var isSelected = false

    private var muted: Style { isSelected ? .plain : Theme.muted }

    func line(_ row: QuoteRow, _ cell: QuoteCell) -> Line {
        switch cell {
        case .star: Line(row.isFavorite ? "★" : "", .foreground(Theme.gold))
        case .badge: Line(row.badge.text, row.badge.style)
        case .symbol: Line(row.symbol, highlighting: row.symbolMatch, row.isDelisted ? muted : .bold)
        case .name: Line(row.name, highlighting: row.nameMatch, muted)
        case .price: price(row)
        case .muted(let text): Line(text ?? QuoteRow.none, muted)
        case .figure(let figure): Line(figure.map(fitting) ?? QuoteRow.none, row.isDelisted ? muted : .plain)
        case .dayChange(let percent):
            row.isDelisted ? Line("delisted", Theme.warning) : change(row, percent, \.withArrow)
        case .change(let percent): change(row, percent, \.withSign)
        case .sparkline(let line): line.map { Line($0.text, style(of: $0.direction)) } ?? Line()
        }
    }

    private func fitting(_ figure: PriceText) -> String { figure.text(room.charset, columns: room.width) }

    private func price(_ row: QuoteRow) -> Line {
        guard let price = row.price else { return Line(QuoteRow.none, muted) }
        let text = fitting(price)
        if row.isDelisted { return Line(text, muted) }
        if row.isOld || isStale { return Line(old(price, row.age) ?? text, Theme.old) }
        return switch row.flash {
        case .up: lit(text, after: row.previous, palette.flashUp)
        case .down: lit(text, after: row.previous, palette.flashDown)
        case nil: Line(text)
        }
    }

    /// An old price, after its age. The age is short in every row, even where there is room. In a narrow column, the age
    /// matters more than the last decimals.
    private func old(_ price: PriceText, _ age: String?) -> String? {
        guard let age else { return nil }
        let whole = fitting(price)
        let short = AgeText.short(age) + " "
        if short.columnCount + whole.columnCount <= room.width { return short + whole }
        let rest = room.width - short.columnCount
        return rest < Self.priceWidthMin ? nil : short + price.text(room.charset, columns: rest)
    }

    /// Fewer columns leave too few digits of a price.
    private static let priceWidthMin = 8

    /// Lights up only the digits that have changed.
    private func lit(_ text: String, after previous: PriceText?, _ style: Style) -> Line {
        let before = previous.map(fitting) ?? ""
        // With another length, every digit is in another place.
        let same = before.count == text.count ? zip(before, text).prefix { $0 == $1 }.count : 0
        return Line([Span(String(text.prefix(same))), Span(String(text.dropFirst(same)), style)])
    }

    private func change(_ row: QuoteRow, _ percent: Percent?, _ text: KeyPath<ChangeText, String>) -> Line {
        guard let percent, !row.isDelisted else { return Line(QuoteRow.none, muted) }
        let change = ChangeText(percent)
        return Line(change[keyPath: text], style(of: change.direction))
    }

    private func style(of direction: ChangeText.Direction) -> Style {
        switch direction {
        case .up: .foreground(palette.up)
        case .down: .foreground(palette.down)
        case .none: muted
        }
    }
}
