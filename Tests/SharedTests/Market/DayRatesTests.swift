import Shared
import Testing

/// Which rate a day has.
struct DayRatesTests {
    private func day(_ day: Int64, _ dollars: String) throws -> DayRates.Day {
        DayRates.Day(CivilDate(year: 2024, month: 3, day: day), dollars: try #require(BigDecimal(dollars)))
    }

    @Test func aDayWithoutRatesUsesThoseOfTheSixDaysBefore() throws {
        let rates = DayRates(source: "bank", days: [try day(20, "1.3"), try day(8, "1.2"), try day(7, "1.1")])
        let found = (6...21).map { rates.dollars(on: CivilDate(year: 2024, month: 3, day: $0))?.plainText }
        let nothing = [String?](repeating: nil, count: 1)
        let friday = [String?](repeating: "1.2", count: 7)
        let gap = [String?](repeating: nil, count: 5)
        #expect(found == nothing + ["1.1"] + friday + gap + ["1.3", "1.3"])
    }

    @Test func theSameDayCountsOnce() throws {
        let rates = DayRates(source: "bank", days: [try day(8, "1.2"), try day(8, "7")])
        #expect(rates.days == [try day(8, "1.2")])
    }

    @Test func todaysTableHasTheRatesOfItsOwnDay() throws {
        let table = ExchangeRates(
            source: "bank",
            day: CivilDate(year: 2024, month: 3, day: 8),
            heard: MarketTime(seconds: 1_709_900_000),
            base: "EUR",
            rates: ["USD": try ExactDecimal(parsing: "1.2"), "JPY": try ExactDecimal(parsing: "160")]
        )
        #expect(DayRates(of: "EUR", in: table).days == [try day(8, "1.2")])
        #expect(DayRates(of: "JPY", in: table).days == [try day(8, "0.0075")])
        #expect(DayRates(of: "XAU", in: table).days.isEmpty)
    }
}
