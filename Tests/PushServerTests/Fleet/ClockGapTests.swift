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

    @Test func aSmallGapIsNotReported() {
        #expect(gap(1_000, sent: 1_030, answered: 1_031).words == nil)
        #expect(gap(1_000, sent: 969, answered: 970).words == nil)
        #expect(gap(1_000, sent: 1_031, answered: 1_031).words != nil)
    }
}
