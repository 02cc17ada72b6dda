import Testing

@testable import TerminalKit

struct LineChartTests {
    private func picture(
        _ values: [Double?]...,
        size: Size = Size(width: 4, height: 2),
        pitch: Int = 1,
        charset: Charset = .unicode
    ) -> [String] {
        var buffer = Buffer(size: size, charset: charset)
        let known = values.joined().compactMap(\.self)
        let scale = ValueScale(from: known.min() ?? 0, to: known.max() ?? 0, rows: size.height)
        LineChart(lines: values.map { LineChart.Line(values: $0) }, pitch: pitch, scale: scale)
            .draw(into: &buffer, in: buffer.area)
        return buffer.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func aLineGoesFromValueToValueInDots() {
        #expect(picture([0, 1, 2, 3]) == [" ⢀⠔⠁", "⡠⠊"])
        #expect(picture([0, 1, 2, 3], charset: .ascii) == ["  **", "**"])
    }

    @Test func aGapStaysAGap() {
        #expect(picture([0, nil, nil, 3]) == ["   ⠁", "⡀"])
    }

    @Test func linesThatShareACellShareItsDots() {
        #expect(picture([0, 0, 0, 3], [3, 3, 3, 0]) == ["⠉⠉⢣⠃", "⣀⣀⡜⡄"])
    }

    @Test func valuesThatDoNotExistAreLeftOut() {
        #expect(picture([.nan, .infinity, nil, nil]).joined() == "")
    }

    @Test func valuesOutsideOfTheScaleAreNotDrawnAtItsEnds() {
        var buffer = Buffer(size: Size(width: 4, height: 2))
        let scale = ValueScale(from: 0, to: 1, rows: 2)
        LineChart(lines: [LineChart.Line(values: [5, 6, 7, 8])], pitch: 1, scale: scale)
            .draw(into: &buffer, in: buffer.area)
        #expect(buffer == Buffer(size: Size(width: 4, height: 2)))
    }
}

struct ColumnChartTests {
    @Test func columnsStandOnZeroAndHangFromIt() {
        var buffer = Buffer(size: Size(width: 4, height: 4))
        let values: [Double?] = [2, 1, -1, -2]
        let scale = ValueScale(around: values.compactMap(\.self), rows: 4)
        let bars = values.map { ColumnChart.Bar(value: $0) }
        ColumnChart(bars: bars, pitch: 1, scale: scale).draw(into: &buffer, in: buffer.area)
        #expect(buffer.text == "█\n██\n  ██\n   █")
    }

    @Test func aColumnThatHangsIsDrawnToTheEighth() {
        var buffer = Buffer(size: Size(width: 2, height: 2))
        let scale = ValueScale(around: [-8, 8], rows: 2)
        ColumnChart(bars: [.init(value: -3), .init(value: 3)], pitch: 1, scale: scale)
            .draw(into: &buffer, in: buffer.area)
        #expect(buffer.text == " ▃\n▅")
        #expect(buffer[0, 1].style == .reverse)
    }
}
