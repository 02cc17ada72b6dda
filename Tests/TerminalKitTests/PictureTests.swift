import Testing

@testable import TerminalKit

struct PictureTests {
    @Test func svgIsWellFormedForAnyText() {
        var buffer = Buffer(size: Size(width: 12, height: 2))
        buffer.draw("<a> & \"b\"", at: .zero, style: .plain.bold.foreground(.red))
        buffer.draw("日 │█", at: Point(x: 0, y: 1))
        let svg = buffer.svg(title: "<&>\u{1B}", cursor: Cursor(x: 1, y: 1))
        #expect(svg.contains("&lt;a&gt;") && svg.contains("&amp;") && svg.contains("&quot;b&quot;"))
        #expect(!svg.contains("\u{1B}") && !svg.contains("<&>"))
        #expect(svg.contains("font-weight=\"bold\""))
        #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    }

    @Test func aPictureDependsOnlyOnTheFrame() {
        let buffer = RendererTests.prices(selected: 2)
        #expect(buffer.svg(title: "Prices") == buffer.svg(title: "Prices"))
    }

    @Test func aLineThroughManyCellsIsOneShape() {
        var buffer = Buffer(size: Size(width: 40, height: 20))
        buffer.draw(String(repeating: "─", count: 40), at: .zero)
        for y in 1..<20 { buffer.draw("█", at: Point(x: 3, y: y)) }
        let paths = buffer.svg().split(separator: "<path d=\"M").dropFirst(2)
        #expect(paths.count == 1)
        #expect(paths.last?.prefix { $0 != "\"" }.split(separator: "M").count == 2)
    }

    @Test func wordsOneSpaceApartAreOneText() {
        var buffer = Buffer(size: Size(width: 40, height: 1))
        buffer.draw("Market cap   2.1 T", at: .zero)
        let svg = buffer.svg()
        #expect(svg.contains(">Market cap</text>") && svg.contains(">2.1 T</text>"))
    }

    @Test func numbersAreShort() {
        #expect(8.43.short == "8.43" && 10.0.short == "10" && 0.05.short == "0.05" && (-1.5).short == "-1.5")
    }
}
