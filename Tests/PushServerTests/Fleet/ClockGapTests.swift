import Shared
import Testing

@testable import PushServer

/// How far a node's clock is from the database's.
struct ClockGapTests {
    private func gap(_ database: Int64, sent: Int64, answered: Int64) -> ClockGap {
        var gap = ClockGap()
        gap.compared(
            MarketTime(seconds: database),
            sent: MarketTime(seconds: sent),
            answered: MarketTime(seconds: answered)
        )
        return gap
    }

    @Test func aGapWithinTheTimeOfTheAnswerIsNone() {
        #expect(gap(1_000, sent: 940, answered: 1_000).ahead == .zero)
        #expect(gap(1_000, sent: 1_000, answered: 1_060).ahead == .zero)
    }

    @Test func aGapOfMinutesIsReportedWithItsDirection() {
        let ahead = gap(1_000, sent: 1_300, answered: 1_302)
        #expect(ahead.ahead == .seconds(300))
        #expect(ahead.words?.hasPrefix("this machine's clock is 300 s ahead of the database's; ") == true)
        let behind = gap(1_000, sent: 698, answered: 700)
        #expect(behind.ahead == .seconds(-300))
        #expect(behind.words?.hasPrefix("this machine's clock is 300 s behind the database's; ") == true)
    }

    private func milliseconds(_ count: Int64) -> MarketTime { MarketTime(milliseconds: count) }

    /// A database that is far away, or busy, answers late.
    @Test func theCorrectionStaysWhileItIsWrongByLessThanASecond() {
        var gap = ClockGap()
        func correction(_ database: Int64, sent: Int64, answered: Int64) -> Duration {
            gap.compared(milliseconds(database), sent: milliseconds(sent), answered: milliseconds(answered))
            return gap.correction
        }
        #expect(correction(50_000, sent: 50_990, answered: 50_995) == .zero)
        #expect(correction(60_000, sent: 62_500, answered: 62_510) == .milliseconds(-2_500))
        #expect(correction(70_000, sent: 72_490, answered: 73_490) == .milliseconds(-2_500), "it may be right")
        #expect(correction(80_000, sent: 83_000, answered: 83_005) == .milliseconds(-2_500))
        #expect(correction(90_000, sent: 90_000, answered: 90_040) == .milliseconds(-40), "the clock was set")
        #expect(correction(91_000, sent: 95_000, answered: 90_000) == .milliseconds(-40), "it was set meanwhile")
        #expect(correction(92_000, sent: 67_000, answered: 67_010) == .milliseconds(24_990))
    }

    @Test func aNodeGoesByTheClockOfTheDatabase() {
        let clock = FleetClock { MarketTime(seconds: 1_025) }
        #expect(clock.now == MarketTime(seconds: 1_025))
        clock.compared(MarketTime(seconds: 1_000), sent: clock.own(), answered: clock.own())
        #expect(clock.now == MarketTime(seconds: 1_000))
    }

    @Test func aSmallGapIsNotReported() {
        #expect(gap(1_000, sent: 1_030, answered: 1_031).words == nil)
        #expect(gap(1_000, sent: 969, answered: 970).words == nil)
        #expect(gap(1_000, sent: 1_031, answered: 1_031).words != nil)
    }
}
