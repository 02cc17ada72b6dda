import Shared
import Testing

@testable import PushServer

struct CandleSeriesHuobiTests {
    private func series(_ text: String, size: Int = 6) throws -> CandleSeries {
        try CandleSeries(huobi: HTTPAnswer(text: text), .hour, size: size)
    }

    @Test func comesAscendingWithEveryTimeOnce() throws {
        let series = try series(Samples.hours)
        #expect(
            series.candles.map(\.time) == [1_699_992_000, 1_699_995_600, 1_699_999_200].map(MarketTime.init(seconds:))
        )
        #expect(series.badRows == 2)
        #expect(series.asOf == MarketTime(milliseconds: 1_699_999_990_000))
    }

    @Test func keepsEveryDigit() throws {
        let candles = try series(Samples.hours).candles
        let first = try #require(candles.first)
        #expect(
            [first.open, first.high, first.low, first.close].map(\.plainText) == [
                "0.0000002116", "0.00000022", "0.000000000000000001", "0.000000063",
            ]
        )
        #expect(first.volume == nil)
        let last = try #require(candles.last)
        #expect(
            [last.open, last.high, last.low, last.close].map(\.plainText) == [
                "84860.22", "84937.44", "84832.26", "84857.99",
            ]
        )
        #expect(last.volume == decimal("156.82517159741286"), "amount is coins, vol is money")
    }

    @Test func ofTwoCandlesWithOneTimeTheOneWithMoreVolumeStays() throws {
        #expect(try series(Samples.hours).candles[1].volume == decimal("5"))
    }

    @Test func onlyTheCandleWhoseTimeIsNotOverIsOpen() throws {
        #expect(try series(Samples.hours).candles.map(\.isClosed) == [true, true, false])
        let hour = #"{"id":1699992000,"open":1,"close":1,"low":1,"high":1}"#
        let ended = try series(#"{"status":"ok","ts":1699995600000,"data":[\#(hour)]}"#)
        #expect(ended.candles.map(\.isClosed) == [true])
        let lastMoment = try series(#"{"status":"ok","ts":1699995599999,"data":[\#(hour)]}"#)
        #expect(lastMoment.candles.map(\.isClosed) == [false])
    }

    @Test func fewerCandlesThanRequestedMeanThatNoneIsOlder() throws {
        #expect(try series(Samples.hours, size: 6).reachesListing == false)
        #expect(try series(Samples.hours, size: 7).reachesListing)
    }

    @Test func noCandlesAreAnAnswerButUnreadableOnesAreNot() throws {
        #expect(try series(#"{"status":"ok","data":[]}"#).candles.isEmpty)
        let odd = #"{"status":"ok","data":[{},{"id":9223372036854775807},7]}"#
        #expect(throws: HTTPAnswer(text: odd).badAnswer("3 of its 3 candles cannot be read")) { try series(odd) }
        let none = #"{"status":"ok"}"#
        #expect(throws: HTTPAnswer(text: none).badAnswer("it has no list of candles")) { try series(none) }
    }

    @Test(arguments: [
        #"{"id":1700003600,"open":1,"close":1,"low":1,"high":1}"#,
        #"{"id":1699992000,"open":0,"close":1,"low":0,"high":1}"#,
        #"{"id":1699992000,"open":1,"close":1,"low":-1,"high":1}"#, #"{"id":1699992000,"open":1,"low":1,"high":1}"#,
        #"{"id":-3600,"open":1,"close":1,"low":1,"high":1}"#, #"{"id":1e18,"open":1,"close":1,"low":1,"high":1}"#,
    ])
    func aRowThatCannotBeACandleCostsThatRow(row: String) throws {
        let good = #"{"id":1699995600,"open":3,"close":2,"low":1,"high":4}"#
        let series = try series(#"{"status":"ok","data":[\#(row),\#(good)]}"#)
        #expect(series.candles.count == 1)
        #expect(series.badRows == 1)
    }

    @Test(.ifRecorded) func readsTheRecordedHours() throws {
        let arrived = MarketTime(milliseconds: 1_790_508_917_600)
        let answer = try RecordedData.answer("huobi/kline_60min_btcusdt_20260927.json", arrived: arrived)
        let series = try CandleSeries(huobi: answer, .hour, size: 2)
        #expect(series.candles.map(\.time.iso8601) == ["2026-09-27T10:00:00.000Z", "2026-09-27T11:00:00.000Z"])
        #expect(series.candles.map(\.isClosed) == [true, false])
        #expect(series.candles.last?.close == decimal("84857.99"))
        #expect(series.candles.last?.volume == decimal("156.82517159741286"))
        #expect(series.asOf == MarketTime(milliseconds: 1_790_508_917_481))
        #expect(series.badRows == 0)
    }

    @Test(.ifRecorded) func readsTheDocumentedSample() throws {
        let answer = try RecordedData.documented("huobi/doc_samples/doc_market_history_kline_5min.txt")
        let series = try CandleSeries(huobi: answer, .fiveMinutes, size: 2)
        #expect(series.candles.map(\.open) == [decimal("48994.61"), decimal("49056.37")])
        #expect(series.candles.map(\.isClosed) == [true, false])
    }
}
