import Shared
import Testing

@testable import TerminalClient

/// The figure in the status line describes fresh prices, and is steady.
struct LatencyMeterTests {
    private let start = ContinuousClock.now

    @Test func theFirstFrameHasNoFigure() {
        var meter = LatencyMeter()
        #expect(words(&meter, event: 1, age: 900, at: 0) == nil)
        #expect(words(&meter, event: 1, age: 950, at: 0) == nil)
        #expect(words(&meter, event: 2, age: 85, at: 1) == "85 ms")
    }

    @Test func aPriceThatWasDrawnBeforeGrowsNoOlder() {
        var meter = LatencyMeter()
        _ = words(&meter, event: 1, age: 900, at: 0)
        _ = words(&meter, event: 2, age: 85, at: 1)
        #expect(words(&meter, event: 2, age: 60_000, at: 61) == "85 ms")
    }

    @Test func theFigureRarelyMoves() {
        var meter = LatencyMeter()
        _ = words(&meter, event: 1, age: 900, at: 0)
        _ = words(&meter, event: 2, age: 85, at: 1)
        #expect(words(&meter, event: 3, age: 1450, at: 2) == "85 ms")
        #expect(words(&meter, event: 4, age: 1450, at: 6) == "1.4 s")
    }

    private func words(_ meter: inout LatencyMeter, event: Int64, age: Int, at second: Int) -> String? {
        meter.words(
            lastEvent: MarketTime(seconds: event),
            age: .milliseconds(age),
            now: start + .seconds(second)
        )
    }
}
