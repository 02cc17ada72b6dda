import Shared
import Testing

@testable import TerminalClient

/// The prices beside a chart.
struct ChartFigureTests {
    @Test(arguments: 4...12)
    func roundPricesTellTheScaleOfALowPlot(rows: Int) throws {
        for price in [181_200, 1_234_567, 6_700_000, 9_999_999, 345_678_900] as [Int64] {
            let candles = [Candle].walk(300, from: price, decimals: 4)
            let axis = PriceAxis(highest: candles.map(\.high).max()?.approximate ?? 0, decimals: 4)
            for start in stride(from: 0, to: 270, by: 30) {
                let figure = ChartFigure(
                    candles,
                    range: start..<start + 30,
                    interval: .hour,
                    clock: .utc,
                    pitch: 2,
                    rows: rows,
                    axis: axis
                )
                let places = figure.priceTicks.map(\.row)
                #expect(Set(places).count == places.count)
                #expect(places.count { $0 != figure.last?.row } >= 2, "\(price) from \(start)")
            }
        }
    }
}
