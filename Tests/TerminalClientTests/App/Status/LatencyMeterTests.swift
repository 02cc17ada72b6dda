import Shared
import Testing

@testable import TerminalClient

/// The figure in the status line describes fresh prices, and is steady.
struct LatencyMeterTests {
    private let start = ContinuousClock.now

    @Test func framesThatAreLateBecauseTheTerminalStartsMakeNoFigure() {
        var meter = LatencyMeter()
        let ages = [4_000, 1_500, 900, 5, 4]
        for (second, age) in ages.enumerated() {
            #expect(words(&meter, event: Int64(second), age: age, at: second) == nil)
        }
        #expect(words(&meter, event: 5, age: 6, at: 5) == "6 ms")
    }

    @Test func manyFramesOfTheFirstSecondsMakeNoFigure() {
        var meter = LatencyMeter()
        for event in Int64(0)..<40 { #expect(words(&meter, event: event, age: 900, at: 4) == nil) }
        // The first was drawn at 4 s, so the first period ends at 9 s. By then, the newest prices are fresh.
        for event in Int64(40)..<80 { #expect(words(&meter, event: event, age: 5, at: 8) == nil) }
        #expect(words(&meter, event: 80, age: 5, at: 9) == "5 ms")
    }

    @Test func aSlowMarketHasAFigureAfterFivePrices() {
        var meter = LatencyMeter()
        for event in Int64(0)..<5 { #expect(words(&meter, event: event, age: 85, at: Int(event) * 10) == nil) }
        #expect(words(&meter, event: 5, age: 85, at: 50) == "85 ms")
    }

    @Test func aPriceThatWasDrawnBeforeGrowsNoOlder() {
        var meter = measured(age: 85)
        #expect(words(&meter, event: 5, age: 60_000, at: 61) == "85 ms")
    }

    @Test func theFigureRarelyMoves() {
        var meter = measured(age: 85)
        for event in Int64(6)..<12 { #expect(words(&meter, event: event, age: 1450, at: 6) == "85 ms") }
        #expect(words(&meter, event: 12, age: 1450, at: 10) == "1.4 s")
    }

    /// A meter with a figure, five seconds after the first frame.
    private func measured(age: Int) -> LatencyMeter {
        var meter = LatencyMeter()
        for event in Int64(0)...5 { _ = words(&meter, event: event, age: age, at: Int(event)) }
        return meter
    }

    private func words(_ meter: inout LatencyMeter, event: Int64, age: Int, at second: Int) -> String? {
        meter.words(
            lastEvent: MarketTime(seconds: event),
            age: .milliseconds(age),
            now: start + .seconds(second)
        )
    }
}
