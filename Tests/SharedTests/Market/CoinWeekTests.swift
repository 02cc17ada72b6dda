import Shared
import Testing

/// Closes of several sources are made comparable, and thinned where only some are needed.
struct CoinWeekTests {
    private func week(_ closes: [(hour: UInt32, price: String, source: CoinWeek.Source)]) throws -> CoinWeek {
        CoinWeek(
            CoinID(1),
            try closes.map { CoinWeek.Close(MarketHour($0.hour), try ExactDecimal(parsing: $0.price), $0.source) }
        )
    }

    @Test func hoursBeginAtFullHoursInUTC() {
        let hour = MarketHour(of: MarketTime(seconds: 1_733_918_399))
        #expect(hour.start == MarketTime(seconds: 1_733_914_800))
        #expect(MarketHour(of: hour.start) == hour)
        #expect(MarketHour(of: hour.adding(1).start.adding(milliseconds: -1)) == hour)
        #expect(MarketHour(of: MarketTime(seconds: -5)) == MarketHour(0))
        #expect(MarketHour(3).adding(-5) == MarketHour(0))
    }

    @Test func aChangeOfSourceMakesNoStep() throws {
        // The second source's prices are half of the first one's.
        let week = try week([
            (10, "100", .same), (11, "110", .same), (12, "55", .other(ratio: 0.5)), (13, "60", .same),
        ])
        #expect(week.comparable.map(\.price) == [50, 55, 55, 60])
        #expect(week.comparable.map(\.hour.rawValue) == [10, 11, 12, 13])
    }

    @Test func aRealMoveBetweenTwoSourcesStays() throws {
        let week = try week([(10, "100", .same), (11, "60", .other(ratio: 0.5))])
        #expect(week.comparable.map(\.price) == [50, 60])
    }

    @Test func withoutAKnownRatioThePriceCountsAsUnchanged() throws {
        let week = try week([
            (10, "80", .same), (11, "100", .same), (12, "7", .other(ratio: nil)), (13, "14", .other(ratio: 2)),
        ])
        #expect(week.comparable.map { ($0.price * 10).rounded() } == [112, 140, 140, 140])
    }

    @Test func theLastCloseOfEachStepIsKept() throws {
        let week = try week([
            (10, "1", .same), (11, "2", .other(ratio: 2)), (12, "3", .same), (13, "8", .other(ratio: 4)),
            (23, "9", .same), (24, "5", .same), (60, "6", .other(ratio: nil)),
        ])
        let thin = week.thinned(by: 12)
        #expect(thin.closes.map(\.hour.rawValue) == [11, 23, 24, 60])
        #expect(thin.closes.map(\.price.description) == ["2", "9", "5", "6"])
        #expect(thin.closes.map(\.source) == [.other(ratio: 2), .other(ratio: 4), .same, .other(ratio: nil)])
        #expect(week.thinned(by: 1) == week)
    }
}
