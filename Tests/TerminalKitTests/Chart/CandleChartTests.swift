import Testing

@testable import TerminalKit

/// Pictures of candles and columns, in every block detail that a font may have.
struct CandleChartTests {
    private static let bars = [
        CandleBar(open: 8, high: 36, low: 2, close: 29), CandleBar(open: 29, high: 40, low: 10, close: 11),
        CandleBar(open: 13, high: 20, low: 4, close: 14), CandleBar(open: 14, high: 16, low: 0, close: 12),
    ]

    private func chart(_ detail: BlockDetail, pitch: Int = 2) -> String {
        let size = Size(width: 4 * pitch, height: 5)
        var buffer = Buffer(size: size, charset: detail == .ascii ? .ascii : .unicode, blocks: detail)
        let scale = ValueScale(from: 0, to: 40, rows: 5)
        CandleChart(bars: Self.bars, pitch: pitch, scale: scale).draw(into: &buffer, in: buffer.area)
        return buffer.text
    }

    @Test func eighths() {
        #expect(chart(.eighths) == "╷ │\n┃ █\n┃ █ ╷\n┃ █ ╪ ┿\n│   ╵ │")
        #expect(chart(.eighths, pitch: 4) == " ╷   │\n▛▀▜ ███\n▌ ▐ ███  ╷\n▙▄▟ ███ ═╪═ ━┿━\n │       ╵   │")
    }

    @Test(arguments: [(BlockDetail.eighths, "╞═╡"), (.halves, "╞═╡"), (.lines, "╞═╡"), (.ascii, "[=]")])
    func aHollowBodyOfOneRowIsClosed(detail: BlockDetail, form: String) {
        var buffer = Buffer(
            size: Size(width: 4, height: 5),
            charset: detail == .ascii ? .ascii : .unicode,
            blocks: detail
        )
        let bar = CandleBar(open: 16, high: 40, low: 0, close: 24)
        CandleChart(bars: [bar], pitch: 4, scale: ValueScale(from: 0, to: 40, rows: 5))
            .draw(into: &buffer, in: buffer.area)
        #expect(buffer.text.split(separator: "\n")[2] == form)
    }

    @Test func halves() { #expect(chart(.halves) == "│ │\n│ █\n│ █ │\n│ █ ╪ ■\n│   │ │") }
    @Test func lines() { #expect(chart(.lines) == "│ │\n║ █\n║ █ │\n║ █ ╪ ■\n│   │ │") }
    @Test(arguments: [
        (BlockDetail.eighths, "▂ ▂\n┃ █\n▄ ▄"), (.halves, "▄ ▄\n│ █\n▀ ▀"), (.lines, "╥ ■\n║ █\n╨ █"),
        (.ascii, "O #\nO #\nO #"),
    ])
    func endsWithoutWicksAreDrawnAsFinelyAsTheFontAllows(detail: BlockDetail, expected: String) {
        let bars = [CandleBar(open: 4, high: 18, low: 4, close: 18), CandleBar(open: 18, high: 18, low: 4, close: 4)]
        var buffer = Buffer(
            size: Size(width: 4, height: 3),
            charset: detail == .ascii ? .ascii : .unicode,
            blocks: detail
        )
        CandleChart(bars: bars, pitch: 2, scale: ValueScale(from: 0, to: 24, rows: 3))
            .draw(into: &buffer, in: buffer.area)
        #expect(buffer.text == expected)
    }

    /// Neither end may look like a wick.
    @Test func aBodyWithoutWicksHasNoneInLines() {
        var buffer = Buffer(size: Size(width: 1, height: 3), blocks: .lines)
        let bar = CandleBar(open: 18, high: 18, low: 6, close: 6)
        CandleChart(bars: [bar], pitch: 1, scale: ValueScale(from: 0, to: 24, rows: 3))
            .draw(into: &buffer, in: buffer.area)
        #expect(buffer.text == "■\n█\n■")
    }

    @Test func ascii() { #expect(chart(.ascii) == ". |\nO #\nO # .\nO # o *\n|   ' |") }

    @Test func blocksFromTheTopAreReversed() {
        var buffer = Buffer(size: Size(width: 4, height: 3))
        let bars = [CandleBar(open: 4, high: 24, low: 4, close: 24), CandleBar(open: 24, high: 24, low: 4, close: 4)]
        CandleChart(
            bars: bars,
            pitch: 2,
            scale: ValueScale(from: 0, to: 24, rows: 3),
            rising: .foreground(.green),
            falling: .foreground(.red)
        ).draw(into: &buffer, in: buffer.area)
        #expect(buffer[0, 1].style == .foreground(.green).reverse)
        #expect(buffer[2, 2].style == .foreground(.red).reverse)
        #expect(buffer[2, 1].style == .foreground(.red))
    }

    @Test func barsThatDoNotFitAreCutOffAtTheLeft() {
        var buffer = Buffer(size: Size(width: 5, height: 5))
        let scale = ValueScale(from: 0, to: 40, rows: 5)
        CandleChart(bars: Self.bars, pitch: 2, scale: scale).draw(into: &buffer, in: buffer.area)
        #expect(buffer[0, 3].glyph == .space)
        #expect(buffer[1, 3].glyph.text == "╪")
    }

    @Test func columnsStandOnTheBottom() {
        let columns = ColumnChart(bars: [8, 16, nil, 1, 12].map { .init(value: $0) }, pitch: 1)
        #expect(picture(5, 2) { columns.draw(into: &$0, in: $0.area) } == " █  ▄\n██ ▁█")
        #expect(picture(5, 2, .ascii) { columns.draw(into: &$0, in: $0.area) } == " |  :\n|| .|")
        let none = ColumnChart(bars: [.init(value: nil)], pitch: 1)
        #expect(picture(1, 1) { none.draw(into: &$0, in: $0.area) } == "")
    }
}
