import Shared
import Testing

@testable import TerminalClient

/// Round times under a row of candles.
struct TimeAxisTests {
    private func ticks(_ start: String, _ interval: CandleInterval, count: Int, pitch: Int) -> [TimeAxis.Tick] {
        guard let start = MarketTime(iso8601: start) else { return [] }
        let times = (0..<count).map { start.adding(seconds: Int64($0) * interval.seconds) }
        return TimeAxis(times: times, pitch: pitch).ticks
    }

    @Test func hoursAreMarkedAtRoundTimesAndDaysByTheirDate() {
        let ticks = ticks("2023-11-13T09:00:00Z", .hour, count: 24, pitch: 2)
        #expect(ticks.map(\.text) == ["12:00", "18:00", "14 Nov", "06:00"])
        #expect(ticks.map(\.index) == [3, 9, 15, 21])
    }

    @Test func widerCandlesHaveMoreTimes() {
        let ticks = ticks("2023-11-13T09:00:00Z", .hour, count: 8, pitch: 6)
        #expect(ticks.map(\.text) == ["10:00", "12:00", "14:00", "16:00"])
    }

    @Test func minutesDaysAndWeeksHaveTheirOwnMarks() {
        #expect(
            ticks("2023-11-13T23:51:00Z", .minute, count: 30, pitch: 1).map(\.text) == ["14 Nov", "00:10", "00:20"]
        )
        #expect(
            ticks("2023-11-20T00:00:00Z", .day, count: 20, pitch: 2).map(\.text) == ["27 Nov", "4 Dec"]
        )
        #expect(ticks("2023-10-20T00:00:00Z", .day, count: 80, pitch: 1).map(\.text) == ["Nov", "Dec", "2024"])
        #expect(ticks("2023-06-05T00:00:00Z", .week, count: 40, pitch: 2).map(\.text) == ["Jul", "Oct", "2024"])
    }

    @Test func missingCandlesHideNoTime() {
        let start = MarketTime(seconds: 1_700_000_000)
        let times = [0, 3600, 90_000, 93_600].map { CandleInterval.hour.start(of: start).adding(seconds: $0) }
        #expect(TimeAxis(times: times, pitch: 8).ticks.contains { $0.index == 2 && $0.text == "15 Nov" })
    }

    @Test func fewCandlesMayHaveNoRoundTime() {
        #expect(ticks("2023-11-13T09:00:00Z", .hour, count: 1, pitch: 2).isEmpty)
        #expect(TimeAxis(times: [], pitch: 2).ticks.isEmpty)
    }
}
