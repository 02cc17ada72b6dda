import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// Coins that a chart compares by their changes since its left edge.
@MainActor
struct ComparisonTests {
    private let scene = Scene()

    private func chart() throws -> CoinChart { try #require(scene.openChart()) }

    private var opened: [ChartRequest] {
        scene.link.asked.compactMap { if case .openChart(_, let request) = $0 { request } else { nil } }
    }

    private var closings: Int { scene.link.asked.count { if case .closeChart = $0 { true } else { false } } }

    @Test func allLinesBeginAtOneHundred() throws {
        let chart = try chart()
        #expect(chart.comparisonAdded(CoinID(1027)))
        scene.answerChart(.walk(300, from: 3_456_789, decimals: 3))
        let figure = try #require(ChartFigure(of: chart, columns: 100, rows: 20, choices: ChartChoices()))
        #expect(figure.isComparison)
        #expect(figure.lines.map(\.name) == ["BTC", "ETH"])
        #expect(figure.lines.allSatisfy { $0.values.first == 100 && $0.values.count == figure.bars.count })
        #expect(Set(figure.lines.map(\.ink)).count == 2)
        #expect(figure.lines.allSatisfy { $0.end?.text.full.hasSuffix("%") == true })
    }

    /// A chart of candles and volume alone draws it, too.
    @Test func aComparisonIsDrawnWhicheverPartsTheChartHas() throws {
        let chart = try chart()
        #expect(chart.comparisonAdded(CoinID(1027)))
        scene.answerChart(.walk(300))
        #expect(ChartFigure(of: chart, columns: 100, rows: 20, choices: .small)?.isComparison == true)
        #expect(ChartFigure(of: chart, columns: 100, rows: 20)?.isComparison == false, "a small chart has no room")
    }

    /// Once, a coin that had lost 6.55 % was at 93.45 %, while the scale in percent said -6.55 %.
    @Test(arguments: [(93.45, "-6.55%"), (100.99, "+0.99%"), (100.0, "0.00%"), (99.999, "0.00%"), (1234.5, "+1,135%")])
    func aComparedCoinShowsItsChange(share: Double, text: String) throws {
        let axis = AxisText(unit: .share, prices: try chart().axis)
        #expect(axis.text(share)?.full == text)
    }

    @Test func theScaleOfAComparisonShowsChanges() throws {
        let chart = try chart()
        #expect(chart.comparisonAdded(CoinID(1027)))
        scene.answerChart(.walk(300))
        let figure = try #require(ChartFigure(of: chart, columns: 100, rows: 20, choices: ChartChoices()))
        let line = try #require(figure.lines.first)
        let change = try #require((line.values.last ?? nil).map { $0 - 100 })
        #expect(line.end?.text.full.hasPrefix(change < 0 ? "BTC -" : "BTC +") == true)
        #expect(figure.priceTicks.allSatisfy { tick in ["+", "-", "0"].contains(tick.text.full.prefix(1)) })
    }

    @Test func theComparedCoinsFollowTheChart() throws {
        let chart = try chart()
        _ = chart.comparisonAdded(CoinID(1027))
        scene.answerChart(.walk(300))
        chart.intervalChanged(by: 1)
        #expect(opened.suffix(2).map(\.interval) == [.fourHours, .fourHours])
        #expect(opened.suffix(2).map(\.coin) == [CoinID(1), CoinID(1027)])
        chart.oldestRequested()
        #expect(opened.suffix(2).map(\.count) == [1000, 1000])
        chart.closed()
        #expect(closings == 4)
    }

    @Test func aCoinIsComparedOnceAndNotWithItself() throws {
        let chart = try chart()
        #expect(!chart.comparisonAdded(CoinID(1)))
        #expect(chart.comparisonAdded(CoinID(1027)))
        #expect(!chart.comparisonAdded(CoinID(1027)))
        #expect(chart.comparisonAdded(CoinID(74)) && chart.comparisonAdded(CoinID(825)))
        #expect(!chart.comparisonAdded(CoinID(5994)), "four coins are the most")
        #expect(chart.comparisonRemoved() != nil)
        #expect(closings == 1)
    }

    @Test func theLegendNamesACoinThatTheSourceDoesNotHave() throws {
        let chart = try chart()
        _ = chart.comparisonAdded(CoinID(1027))
        scene.refuseChart(.notListed)
        let figure = try #require(ChartFigure(of: chart, columns: 100, rows: 20, choices: ChartChoices()))
        #expect(figure.lines.map { $0.told?.full }.last == "not listed")
        #expect(figure.lines.last?.end == nil)
    }

    @Test func aCandleWithoutTradesKeepsThePreviousClose() {
        let candles: [Candle] = .walk(5)
        let times = candles.map(\.time)
        let gap = [candles[1], candles[4]]
        let closes = ComparedCoin.closes(of: gap, at: times)
        let (first, last) = (gap[0].close.approximate, gap[1].close.approximate)
        #expect(closes == [nil, first, first, first, last])
        #expect(ComparedCoin.closes(of: [], at: times) == Array(repeating: nil, count: 5))
    }

    @Test func aCoinThatBeginsLaterBeginsAtOneHundred() {
        let line = ComparedLine(name: "NEW", ink: .second, values: [nil, nil, 0, 4, 5, 3])
        #expect(line.rebased(in: 1..<6).values == [nil, 0, 100, 125, 75])
        #expect(line.rebased(in: 0..<2).values == [nil, nil])
    }
}
