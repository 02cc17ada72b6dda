import TestSupport
import Testing

@testable import Shared

/// Money in another currency, to the last digit.
struct ConversionTests {
    private func conversion(_ numerator: String, by denominator: String) throws -> Conversion {
        try #require(Conversion(try ExactDecimal(parsing: numerator), by: try ExactDecimal(parsing: denominator)))
    }

    private func text(_ dollars: String, _ conversion: Conversion, _ decimals: Int) throws -> String? {
        conversion.converted(try ExactDecimal(parsing: dollars), decimals: decimals)?.plainText
    }

    @Test func theResultIsRoundedOnceHalfToEven() throws {
        let halves = try conversion("1", by: "2")
        #expect(try text("0.01", halves, 2) == "0")
        #expect(try text("0.03", halves, 2) == "0.02")
        #expect(try text("0.05", halves, 2) == "0.02")
        #expect(try text("-0.03", halves, 2) == "-0.02")
        #expect(try text("0.050000000000000001", halves, 2) == "0.03", "a trace above the middle counts")
        let yen = try conversion("164.20", by: "1.0850")
        #expect(try text("67123.45", yen, 0) == "10158222")
        // 67123.45 × 164.2 / 1.085 by Python's decimal.
        #expect(try text("67123.45", yen, 10) == "10158221.6497695853")
    }

    @Test func aResultThatDoesNotFitIsNil() throws {
        let huge = try conversion("999999999999999999", by: "0.000000000000000001")
        #expect(try text("1", huge, 0) == nil)
        let tiny = try conversion("0.000000000000000001", by: "999999999999999999")
        #expect(try text("1", tiny, 2) == "0")
        #expect(Conversion(.zero, by: .zero) == nil)
    }

    @Test func aTableConvertsADollar() throws {
        let rates = ExchangeRates(
            source: "test",
            day: CivilDate(year: 2026, month: 11, day: 20),
            heard: MarketTime(seconds: 1_795_190_400),
            base: "EUR",
            rates: ["USD": try ExactDecimal(parsing: "1.25"), "JPY": try ExactDecimal(parsing: "150")]
        )
        #expect(try text("100", try #require(rates.conversion(to: "EUR")), 2) == "80")
        #expect(try text("100", try #require(rates.conversion(to: "JPY")), 2) == "12000")
        #expect(try text("100", try #require(rates.conversion(to: "USD")), 2) == "100")
        #expect(rates.conversion(to: "CHF") == nil)
    }

    @Test func ratesAreOldUnlessAWeekendOrHolidayExplainsThem() {
        var rates = ExchangeRates(
            source: "test",
            day: CivilDate(year: 2026, month: 4, day: 2),
            heard: MarketTime(seconds: 0),
            base: "EUR",
            rates: [:]
        )
        let tuesday = MarketTime(seconds: 1_775_592_000)
        #expect(tuesday.iso8601 == "2026-04-07T20:00:00.000Z")
        #expect(rates.age(at: tuesday) == 5 && !rates.isOld(at: tuesday), "the Thursday before Easter")
        #expect(rates.isOld(at: tuesday.adding(seconds: 28 * 3600)))
        rates.day = CivilDate(year: 2027, month: 1, day: 1)
        #expect(rates.age(at: tuesday) == 0, "a clock that was set back")
    }

    @Test func daysAreReadAndWritten() {
        #expect(CivilDate(iso8601: "2026-11-20")?.description == "2026-11-20")
        for text in ["2026-11-31", "2026-00-10", "2026-1-1", "2026-11-20T", "", "20261120"] {
            #expect(CivilDate(iso8601: text) == nil)
        }
    }

    @Test func ratesSurviveTheWireAndBadOnesAreLeftOut() throws {
        let rates = ExchangeRates(
            source: "test",
            day: CivilDate(year: 2026, month: 11, day: 20),
            heard: MarketTime(seconds: 1_795_190_400),
            base: "EUR",
            rates: ["USD": try ExactDecimal(parsing: "1.0850"), "JPY": try ExactDecimal(parsing: "164.20")]
        )
        #expect(ExchangeRates(wire: rates.wire) == rates)
        var wire = rates.wire
        for bad in ["0", "-1", "one", "", "1e99"] {
            var rate = WireRate()
            (rate.currency, rate.rate) = ("BAD", bad)
            wire.rates.append(rate)
        }
        #expect(ExchangeRates(wire: wire) == rates)
    }
}
