import Shared
import Testing

@testable import TerminalClient

/// Zooming and scrolling, on a plot of 20 columns.
struct ChartWindowTests {
    private let candles = [Candle].walk(100)

    @Test func itBeginsWithTheNewestCandles() {
        #expect(ChartWindow().range(in: candles, width: 20) == 90..<100)
        #expect(ChartWindow().range(in: Array(candles.prefix(4)), width: 20) == 0..<4)
        #expect(ChartWindow().range(in: [], width: 20) == 0..<0)
    }

    @Test func aNewCandleMovesItOnOnlyAtTheNewest() {
        var window = ChartWindow()
        #expect(window.range(in: .walk(100) + [next], width: 20) == 91..<101)
        window.scroll(by: -5, in: candles, width: 20)
        #expect(window.range(in: candles, width: 20) == 85..<95)
        #expect(window.range(in: candles + [next], width: 20) == 85..<95)
    }

    @Test func scrollingEndsAtBothEnds() {
        var window = ChartWindow()
        window.scroll(by: -500, in: candles, width: 20)
        #expect(window.range(in: candles, width: 20) == 0..<10)
        window.scroll(by: 500, in: candles, width: 20)
        #expect(window.edge == .newest)
        window.scroll(by: -5, in: Array(candles.prefix(4)), width: 20)
        #expect(window.edge == .newest)
    }

    @Test func aSeriesThatBeginsLaterShowsItsOldestCandles() {
        var window = ChartWindow()
        window.scroll(by: -60, in: candles, width: 20)
        #expect(window.range(in: Array(candles.suffix(20)), width: 20) == 0..<10)
    }

    @Test func zoomingKeepsTheRightEdge() {
        var window = ChartWindow()
        window.scroll(by: -5, in: candles, width: 20)
        window.zoom(by: -1)
        #expect(window.range(in: candles, width: 20) == 75..<95)
        window.zoom(by: 9)
        #expect(window.pitch == 6)
        #expect(window.range(in: candles, width: 20) == 92..<95)
    }

    @Test func showingACandleScrollsOnlyAsFarAsNeeded() {
        var window = ChartWindow()
        window.show(95, in: candles, width: 20)
        #expect(window.edge == .newest)
        window.show(80, in: candles, width: 20)
        #expect(window.range(in: candles, width: 20) == 80..<90)
        window.show(92, in: candles, width: 20)
        #expect(window.range(in: candles, width: 20) == 83..<93)
    }

    @Test func scrollingBackDemandsMoreCandles() {
        var window = ChartWindow()
        let before = window.demand(in: candles, width: 20)
        window.scroll(by: -60, in: candles, width: 20)
        #expect(window.demand(in: candles, width: 20) == before + 60)
    }

    @Test func aWindowAtTheOldestCandleMovesToOlderOnesThatCome() {
        var window = ChartWindow()
        window.scrollToOldest()
        #expect(window.range(in: candles, width: 20) == 0..<10)
        #expect(window.range(in: .walk(200), width: 20) == 0..<10)
        window.scroll(by: -1, in: candles, width: 20)
        #expect(window.edge == .oldest)
        window.show(3, in: candles, width: 20)
        #expect(window.range(in: .walk(200), width: 20) == 100..<110)
    }

    private var next: Candle {
        var candle = candles[99]
        candle.time = CandleInterval.hour.end(from: candle.time)
        return candle
    }
}
