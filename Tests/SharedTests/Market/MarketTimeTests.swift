import Shared
import TestSupport
import Testing

struct MarketTimeTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2021-06-29T00:23:45.130Z", 1_624_926_225_130),
        ("2021-06-29T00:23:45", 1_624_926_225_000), ("2006-01-02 15:04:05 -0700", 1_136_239_445_000),
        ("2024-02-29T23:59:59.9999+02:00", 1_709_243_999_999), ("1969-12-31T23:59:59.999Z", -1),
    ])
    func readsTheTextsThatProvidersSend(text: String, milliseconds: Int64) {
        #expect(MarketTime(iso8601: text) == MarketTime(milliseconds: milliseconds))
    }

    @Test(arguments: [
        "", "2021-06-29", "2021-13-01T00:00:00Z", "2021-06-29T24:00:00Z", "2021-06-29T00:00:00X", "20210629T000000Z",
        "2021-06-29T00:00:00Zz", "2021-06-29T00:00:00+2", "２０21-06-29T00:00:00Z",
        "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2024-04-31T00:00:00Z",
    ])
    func refusesEverythingElse(text: String) {
        #expect(MarketTime(iso8601: text) == nil)
    }

    @Test func anyTimeSurvivesItsText() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<5_000 {
            // The years 1600 to 2900 or so, leap centuries among them.
            let time = MarketTime(milliseconds: Int64(random.next() % 41_000_000_000_000) - 11_000_000_000_000)
            #expect(MarketTime(iso8601: time.iso8601) == time)
        }
    }

    @Test func longDurationsAreAddedToTheMillisecond() {
        let tenYears: Int64 = 315_360_000_000
        for milliseconds in tenYears..<tenYears + 1000 {
            let sum = MarketTime(milliseconds: 0).adding(.milliseconds(milliseconds))
            #expect(sum.milliseconds == milliseconds)
        }
        #expect(MarketTime(milliseconds: 0).adding(.microseconds(-1999)).milliseconds == -1)
    }

    @Test func sumsStopAtTheLimits() {
        let (first, last) = (MarketTime(milliseconds: .min), MarketTime(milliseconds: .max))
        #expect(last.adding(milliseconds: 1) == last)
        #expect(first.adding(milliseconds: -1) == first)
        #expect(last.adding(seconds: .max) == last)
        #expect(MarketTime(milliseconds: -5).adding(seconds: .min) == first)
        #expect(MarketTime(seconds: .max) == last)
        #expect(last.elapsed(since: first) == .milliseconds(Int64.max))
        #expect(first.elapsed(since: last) == .zero)
    }

    @Test func knowsWhereADayAndAMonthEnd() throws {
        let time = try #require(MarketTime(iso8601: "2023-12-31T22:10:05Z"))
        #expect(time.nextDay.iso8601 == "2024-01-01T00:00:00.000Z")
        #expect(time.nextMonth.iso8601 == "2024-01-01T00:00:00.000Z")
        #expect(time.clockText == "22:10:05")
        #expect(MarketTime(milliseconds: -1).nextDay.iso8601 == "1970-01-01T00:00:00.000Z")
    }
}
