import Shared
import Testing

@testable import TerminalClient

/// The crosshair while candles come, on a plot of 20 columns.
struct CrosshairTests {
    private let candles = [Candle].walk(100)

    @Test func itStaysInsideTheSeries() {
        #expect(Crosshair(at: 7, in: candles)?.index(in: candles) == 7)
        #expect(Crosshair(at: -3, in: candles)?.index(in: candles) == 0)
        #expect(Crosshair(at: 100, in: candles)?.index(in: candles) == 99)
        #expect(Crosshair(at: 0, in: []) == nil)
    }

    @Test func itStaysOnItsCandleWhenOlderOnesCome() throws {
        let newest = Array(candles.suffix(40))
        let crosshair = try #require(Crosshair(at: 0, in: newest, value: 67_000))
        #expect(crosshair.index(in: candles) == 60 && crosshair.value == 67_000)
        #expect(Crosshair.oldest.index(in: candles) == 0, "that one moves on to the oldest")
    }

    @Test func itIsOnTheOldestCandleOfASeriesThatIsTooShort() throws {
        let crosshair = try #require(Crosshair(at: 10, in: candles))
        #expect(crosshair.index(in: Array(candles.suffix(40))) == 0)
        #expect(crosshair.index(in: []) == nil)
    }

    @Test func aWindowFollowsItOnlyAsFarAsNeeded() throws {
        let window = ChartWindow()
        let crosshair = try #require(Crosshair(at: 80, in: candles))
        let followed = crosshair.followed(by: window, in: candles, width: 20)
        #expect(followed.range(in: candles, width: 20) == 80..<90)
        #expect(crosshair.followed(by: followed, in: candles, width: 20) == followed)
        #expect(crosshair.followed(by: window, in: [], width: 20) == window)
    }
}
