import Foundation
import MockMarket
import Shared
import Testing

@testable import PushServer

struct CandleBuilderTests {
    /// 2023-11-13, a Monday.
    private let monday = MarketTime(seconds: 1_699_833_600)

    private func candle(
        _ time: MarketTime,
        _ values: (String, String, String, String),
        _ volume: String?
    ) throws -> Candle {
        Candle(
            time: time,
            open: try ExactDecimal(parsing: values.0),
            high: try ExactDecimal(parsing: values.1),
            low: try ExactDecimal(parsing: values.2),
            close: try ExactDecimal(parsing: values.3),
            volume: try volume.map { try ExactDecimal(parsing: $0) },
            isClosed: true
        )
    }

    /// One candle at each offset in minutes from the Monday, priced by its place.
    private func series(
        minutes: [Int64],
        asOf: Int64 = 10_000,
        isLastClosed: Bool = true,
        reachesListing: Bool = false
    ) throws -> CandleSeries {
        var candles = try minutes.enumerated().map { place, minute in
            try candle(
                monday.adding(seconds: minute * 60),
                ("\(place + 1)", "\(place + 3)", "0.\(place + 1)", "\(place + 2)"),
                "0.1"
            )
        }
        candles[candles.endIndex - 1].isClosed = isLastClosed
        return CandleSeries(
            candles: candles,
            badRows: 1,
            asOf: monday.adding(seconds: asOf * 60),
            reachesListing: reachesListing
        )
    }

    private func offsets(_ series: CandleSeries) -> [Int64] {
        series.candles.map { ($0.time.milliseconds - monday.milliseconds) / 60_000 }
    }

    @Test func takesFirstOpenGreatestHighLeastLowLastCloseAndTheSum() throws {
        let fine = CandleSeries(
            candles: [
                try candle(
                    monday,
                    ("0.000000063", "1.5", "0.00000006", "1.000000000000000001"),
                    "0.000000000000000001"
                ),
                try candle(monday.adding(seconds: 60), ("1", "1.50000001", "1", "1"), "1"),
                try candle(monday.adding(seconds: 120), ("1", "1", "0.000000059", "0.000000061"), "0.5"),
            ],
            badRows: 0,
            asOf: monday.adding(seconds: 400),
            reachesListing: false
        )
        let built = try #require(CandleBuilder(interval: .fiveMinutes).build(fine).candles.first)
        #expect(
            [built.open, built.high, built.low, built.close].map(\.plainText) == [
                "0.000000063", "1.50000001", "0.000000059", "0.000000061",
            ]
        )
        #expect(built.volume == decimal("1.500000000000000001"))
    }

    @Test func anUnknownVolumeMakesTheSumUnknown() throws {
        var fine = try series(minutes: [0, 1, 5])
        fine.candles[1].volume = nil
        #expect(CandleBuilder(interval: .fiveMinutes).build(fine).candles.map(\.volume) == [nil, decimal("0.1")])
    }

    @Test func theFirstIntervalIsLeftOutUnlessItIsWhole() throws {
        let builder = CandleBuilder(interval: .fiveMinutes)
        #expect(offsets(builder.build(try series(minutes: [1, 2, 3, 4, 5, 6]))) == [5])
        #expect(offsets(builder.build(try series(minutes: [0, 4, 5, 6]))) == [0, 5])
        #expect(offsets(builder.build(try series(minutes: [3, 5], reachesListing: true))) == [0, 5])
        #expect(offsets(builder.build(try series(minutes: [3]))) == [0], "it is all there is")
    }

    @Test func aGapIsAGap() throws {
        #expect(offsets(CandleBuilder(interval: .quarterHour).build(try series(minutes: [0, 16, 61]))) == [0, 15, 60])
    }

    @Test(arguments: [(4, true, false), (5, true, true), (5, false, false)] as [(Int64, Bool, Bool)])
    func theLastIsClosedWhenItsTimeIsOverAndItsLastPartIsClosed(asOf: Int64, isLastClosed: Bool, isClosed: Bool) throws
    {
        let fine = try series(minutes: [0, 1, 3], asOf: asOf, isLastClosed: isLastClosed)
        #expect(CandleBuilder(interval: .fiveMinutes).build(fine).candles.map(\.isClosed) == [isClosed])
    }

    @Test func everyIntervalButTheLastIsClosed() throws {
        let fine = try series(minutes: [0, 1, 7], asOf: 7, isLastClosed: false)
        #expect(CandleBuilder(interval: .fiveMinutes).build(fine).candles.map(\.isClosed) == [true, false])
    }

    @Test func weeksBeginOnMondayAndDaysAtMidnightUTC() throws {
        let sunday: Int64 = 6 * 1440
        let nextMonday: Int64 = 7 * 1440
        let fine = try series(minutes: [0, 240, 1380, 1440, sunday, nextMonday])
        #expect(offsets(CandleBuilder(interval: .day).build(fine)) == [0, 1440, sunday, nextMonday])
        #expect(offsets(CandleBuilder(interval: .week).build(fine)) == [0, nextMonday])
    }

    @Test func noCandlesAreBuiltFromNone() throws {
        let none = CandleSeries(candles: [], badRows: 0, asOf: monday, reachesListing: true)
        #expect(CandleBuilder(interval: .day).build(none) == none)
    }

    @Test(arguments: [1, 2, 3])
    func itDoesNotMatterInHowManySteps(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<15 {
            let minutes = (0..<2_000).map { Int64($0) }.filter { _ in random.next() % 3 > 0 }
            let fine = try series(minutes: [0] + minutes.dropFirst())
            let atOnce = CandleBuilder(interval: .fourHours).build(fine)
            let inSteps = [CandleInterval.fiveMinutes, .quarterHour, .hour, .fourHours].reduce(fine) {
                series,
                interval in
                CandleBuilder(interval: interval).build(series)
            }
            #expect(atOnce == inSteps, "seed \(seed)")
        }
    }

    @Test(.ifRecorded, arguments: ["ETH", "LTC", "XLM", "ADA"])
    func recordedMinutesMakeTheHoursThatPlainArithmeticMakes(coin: String) throws {
        let minutes = try RecordedMinutes(coin: coin)
        for interval in [CandleInterval.fiveMinutes, .halfHour, .hour, .fourHours, .day, .week] {
            let built = CandleBuilder(interval: interval).build(minutes.series)
            let expected = minutes.plainCandles(interval)
            #expect(built.candles.count == expected.count)
            for (candle, plain) in zip(built.candles, expected) {
                #expect(candle.time.milliseconds == plain.time)
                let values = [candle.open, candle.high, candle.low, candle.close, candle.volume].map {
                    $0?.mantissa(at: -8)
                }
                #expect(values == [plain.open, plain.high, plain.low, plain.close, plain.volume])
            }
        }
    }
}
