import Shared
import Testing

@testable import PushServer

struct CandleSeriesCryptoCompareTests {
    private func series(
        _ answer: HTTPAnswer,
        _ history: CryptoCompareHistory = .minutes,
        limit: Int = 2000
    ) throws -> CandleSeries {
        try CandleSeries(cryptoCompare: answer, history, limit: limit)
    }

    @Test func readsTheEnvelopeOfVersionTwo() throws {
        let series = try series(HTTPAnswer(text: Samples.minutes))
        #expect(series.candles.map(\.time.milliseconds) == [1_699_999_800_000, 1_699_999_920_000, 1_699_999_980_000])
        #expect(series.candles.map(\.low.plainText) == ["10.52", "0.000000063", "3871.62"])
        #expect(series.candles.map(\.volume) == [decimal("536.82"), decimal("0"), decimal("295.21")])
        #expect(series.badRows == 0)
    }

    @Test func readsTheEnvelopeOfVersionOne() throws {
        let row = #"{"time":1699999800,"close":2,"high":2,"low":1,"open":1,"volumefrom":3}"#
        let series = try series(HTTPAnswer(text: #"{"Data":[\#(row)],"Response":"Success","Type":100}"#))
        #expect(series.candles.map(\.close) == [decimal("2")])
    }

    @Test func zerosBeforeTheListingAreNoCandles() throws {
        #expect(try series(HTTPAnswer(text: Samples.minutes)).reachesListing)
        let zero = #"{"time":1699999800,"close":0,"high":0,"low":0,"open":0,"volumefrom":0}"#
        let nothing = try series(HTTPAnswer(text: #"{"Response":"Success","Data":{"Data":[\#(zero)]}}"#))
        #expect(nothing.candles.isEmpty)
        #expect(nothing.badRows == 0)
    }

    @Test func laterZerosAreAGap() throws {
        let rows = [1_699_999_740, 1_699_999_800, 1_699_999_860].map { time in
            let price = time == 1_699_999_800 ? 0 : 1
            return #"{"time":\#(time),"close":\#(price),"high":\#(price),"low":\#(price),"open":\#(price)}"#
        }
        let series = try series(HTTPAnswer(text: #"{"Data":[\#(rows.joined(separator: ","))]}"#), limit: 3)
        #expect(series.candles.count == 2)
        #expect(!series.reachesListing)
    }

    @Test func aCloseOutsideOfTheRangeWidensIt() throws {
        let last = try #require(try series(HTTPAnswer(text: Samples.minutes)).candles.last)
        #expect(
            [last.open, last.high, last.low, last.close].map(\.plainText) == [
                "3871.62", "3890.86", "3871.62", "3890.86",
            ]
        )
    }

    @Test func theLastCandleIsOpenUntilNoStoredAnswerCanLackItsLastTrades() throws {
        let row = #"{"time":1699999800,"close":2,"high":2,"low":1,"open":1,"volumefrom":3}"#
        for (seconds, isClosed) in [(59, false), (99, false), (100, true)] as [(Int64, Bool)] {
            let body = Array(#"{"Response":"Success","Data":[\#(row)]}"#.utf8)
            let arrived = MarketTime(seconds: 1_699_999_800 + seconds)
            let series = try series(HTTPAnswer(status: 200, body: body, arrived: arrived))
            #expect(series.candles.map(\.isClosed) == [isClosed], "after \(seconds) s")
        }
    }

    @Test func theCandleTooManyIsCutOffAtTheOldEnd() throws {
        let series = try series(HTTPAnswer(text: Samples.minutes), limit: 2)
        #expect(series.candles.map(\.time.milliseconds) == [1_699_999_920_000, 1_699_999_980_000])
        #expect(!series.reachesListing, "what was cut off is older")
    }

    @Test(
        .ifRecorded,
        arguments: [
            Recorded(
                "histominute_btc_usd_default_1441",
                .minutes,
                limit: 1440,
                last: "3441.2",
                range: "3441.98 3441.2"
            ),
            Recorded("histominute_btc_usd_limit10", .minutes, limit: 10, last: "3702.3", range: "3702.3 3702.07"),
            Recorded(
                "histominute_btc_usd_aggregate2_1001",
                .minutes,
                limit: 1000,
                last: "3711.29",
                range: "3717.16 3711.29"
            ),
            Recorded("histominute_2001_20241210", .minutes, limit: 2000, last: "10.88", range: "10.89 10.88"),
            Recorded("histohour_btc_usd_default_169", .hours, limit: 168, last: "3548", range: "3549.84 3548"),
            Recorded("histohour_btc_usd_limit10", .hours, limit: 10, last: "3890.86", range: "3890.86 3871.62"),
            Recorded("histoday_btc_usd_default_31", .days, limit: 30, last: "3548.85", range: "3559.72 3409.79"),
            Recorded("v2_histoday_btc_usd_31_20220609", .days, limit: 30, last: "30210.38", range: "30304.45 30053.44"),
        ]
    )
    func readsTheRecordedHistories(file: Recorded) throws {
        // A moment after the last candle began.
        var answer = try RecordedData.answer(
            "cryptocompare/\(file.name).json",
            arrived: MarketTime(seconds: 4_000_000_000)
        )
        let start = try #require(try series(answer, file.history, limit: file.limit).candles.last).time
        answer = try RecordedData.answer("cryptocompare/\(file.name).json", arrived: start.adding(seconds: 7))
        let whole = try series(answer, file.history, limit: file.limit + 1)
        #expect(whole.candles.count == file.limit + 1, "one more than asked for is sent")
        let series = try series(answer, file.history, limit: file.limit)
        #expect(series.candles.count == file.limit)
        #expect(series.badRows == 0)
        #expect(zip(series.candles, series.candles.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(series.candles.allSatisfy { $0.low <= min($0.open, $0.close) && max($0.open, $0.close) <= $0.high })
        #expect(series.candles.filter { !$0.isClosed }.count == 1)
        #expect(series.candles.last?.isClosed == false)
        #expect(series.candles.last?.close == decimal(file.last))
        #expect(series.candles.last.map { "\($0.high) \($0.low)" } == file.range)
    }

    struct Recorded: CustomTestStringConvertible {
        let name: String
        let history: CryptoCompareHistory
        let limit: Int
        let last: String
        let range: String

        init(_ name: String, _ history: CryptoCompareHistory, limit: Int, last: String, range: String) {
            (self.name, self.history, self.limit, self.last, self.range) = (name, history, limit, last, range)
        }

        var testDescription: String { name }
    }
}
