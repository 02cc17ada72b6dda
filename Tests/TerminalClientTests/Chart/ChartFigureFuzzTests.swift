import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Charts of unusual candles that a market may send: none, one, gaps, prices of any size, no trades.
@MainActor
struct ChartFigureFuzzTests {
    private func candle(_ index: Int, _ price: ExactDecimal, volume: ExactDecimal?) -> Candle {
        Candle(
            time: MarketTime(seconds: 1_700_000_000 + Int64(index) * 3600),
            open: price,
            high: price,
            low: price,
            close: price,
            volume: volume,
            isClosed: true
        )
    }

    private var oddities: [[Candle]] {
        let tiny = ExactDecimal.test(1, 12)
        let huge = ExactDecimal.test(1_000_000_000, 0)
        let gaps = [Candle].walk(300).enumerated().filter { $0.offset % 7 < 2 }.map(\.element)
        return [
            [], [Candle].walk(1), .walk(2), gaps,
            (0..<60).map { candle($0, tiny, volume: .zero) },
            (0..<60).map { candle($0, huge, volume: nil) },
            (0..<60).map { candle($0, $0 % 2 == 0 ? tiny : huge, volume: .test(Int64($0 % 3), 0)) },
            (0..<60).map { candle($0, .zero, volume: .zero) },
            [candle(0, .zero, volume: .zero), candle(1, tiny, volume: .zero)],
        ]
    }

    @Test func everyChartCanBeDrawnInEveryScaleWithAllOfItsParts() throws {
        for (number, candles) in oddities.enumerated() {
            for scale in ChartScale.allCases {
                let scene = Scene()
                try scene.tabs.local.set(.chartScale, to: scale.rawValue)
                for part in ChartPart.allCases { try scene.tabs.local.setChartPart(part, isShown: true) }
                scene.openChart(with: candles)
                let view = try #require(scene.chartView)
                for isComparing in [false, true] {
                    if isComparing {
                        try view.compareWithNext()
                        scene.answerChart(candles)
                    }
                    for size in [(80, 24), (140, 60), (44, 12), (21, 9)] {
                        let picture = view.picture(size.0, size.1)
                        let words = "\(number) in \(scale) at \(size)"
                        #expect(!picture.contains("nan") && !picture.contains("inf "), "\(words)")
                    }
                    view.press("i", Key(.left), "+", "+", "-")
                    _ = view.take(
                        .mouse(Mouse(.press(.left), at: Point(x: 30, y: 8))),
                        in: Size(width: 80, height: 24)
                    )
                    _ = view.picture()
                }
            }
        }
    }

    @Test func aLogarithmicChartOfAPriceThatStandsStillIsALineInTheMiddle() throws {
        let candles = (0..<40).map { candle($0, .test(5, 0), volume: nil) }
        var choices = ChartChoices()
        choices.scale = .log
        let figure = ChartFigure(
            candles,
            range: 0..<40,
            interval: .hour,
            clock: .utc,
            pitch: 2,
            rows: 9,
            axis: PriceAxis(highest: 5, decimals: 2),
            demand: ChartDemand(choices: choices)
        )
        #expect(figure.scale.kind == .logarithmic)
        #expect(figure.last?.row == 4)
        #expect(figure.extremes.isEmpty)
    }

    /// A round price may be longer than the last price, and stand in the same row.
    @Test func theLastPriceLeavesNothingOfALongerOneInItsRow() throws {
        let layout = ChartLayout(Rect(x: 0, y: 0, width: 60, height: 12), axisWidth: 14, hasVolumes: false)
        var count = 0
        for seed in 0..<400 {
            let candles = (0..<20).map { index in
                candle(index, .test(Int64(99_000 + (index * 7919 + seed * 104_729) % 2_000), 2), volume: nil)
            }
            let figure = ChartFigure(
                candles,
                range: 0..<20,
                interval: .hour,
                clock: .utc,
                pitch: 2,
                rows: layout.plot.height,
                axis: PriceAxis(highest: 1_010, decimals: 2),
                demand: ChartDemand(choices: ChartChoices())
            )
            var buffer = Buffer(size: Size(width: 60, height: 12))
            ChartDrawing(figure: figure, layout: layout, palette: .greenRed).draw(into: &buffer)
            guard let last = figure.last, let row = last.row else { continue }
            let area = layout.prices.row(row)
            let shown = (area.x..<area.right).map { buffer[$0, area.y].glyph.text }.joined().trimmed
            #expect(shown == last.text.text(buffer.charset), "seed \(seed)")
            count += figure.priceTicks.count { $0.row == row && $0.text.full.count > last.text.full.count }
        }
        #expect(count > 0, "no longer price was in the last one's row, so nothing was tested")
    }

    @Test func percentsRelateToTheFirstVisibleClose() throws {
        var choices = ChartChoices()
        choices.scale = .percent
        let candles = [100, 200, 210, 190].enumerated().map { candle($0.offset, .test($0.element, 0), volume: nil) }
        let figure = ChartFigure(
            candles,
            range: 1..<4,
            interval: .hour,
            clock: .utc,
            pitch: 2,
            rows: 20,
            axis: PriceAxis(highest: 210, decimals: 2),
            demand: ChartDemand(choices: choices)
        )
        #expect(figure.last?.text.full == "-5.00%")
        #expect(figure.extremes.map(\.mark.text.full) == ["+5.00%", "-5.00%"])
        #expect(figure.priceTicks.map(\.text.full).contains("0%"))
    }
}
