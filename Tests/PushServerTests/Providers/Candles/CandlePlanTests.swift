import Shared
import Testing

@testable import PushServer

struct CandlePlanTests {
    enum Source: CaseIterable { case huobi, cryptoCompare }

    /// The candles that the sources keep.
    private static let natives: [Source: [NativeCandles]] = [
        .huobi: [.minute, .fiveMinutes, .quarterHour, .halfHour, .hour, .fourHours].map {
            NativeCandles($0, pageMax: 2000, reach: 2000)
        },
        .cryptoCompare: [
            NativeCandles(.minute, pageMax: 2000, reach: 7 * 1440), NativeCandles(.hour, pageMax: 2000, reach: 10_000),
            NativeCandles(.day, pageMax: 2000, reach: 10_000),
        ],
    ]

    private func makePlan(
        _ source: Source,
        _ interval: CandleInterval,
        _ count: Int,
        before end: MarketTime? = nil
    ) -> CandlePlan? {
        CandlePlan(
            of: Self.natives[source, default: []],
            canPage: source == .cryptoCompare,
            interval,
            count: count,
            before: end,
            at: testTime
        )
    }

    @Test(arguments: [
        (Source.huobi, CandleInterval.minute, CandleInterval.minute, 300), (.huobi, .hour, .hour, 300),
        (.huobi, .fourHours, .fourHours, 300), (.huobi, .day, .fourHours, 1800), (.huobi, .week, .fourHours, 2000),
        (.cryptoCompare, .minute, .minute, 300), (.cryptoCompare, .fiveMinutes, .minute, 1500),
        (.cryptoCompare, .quarterHour, .minute, 2000), (.cryptoCompare, .halfHour, .minute, 2000),
        (.cryptoCompare, .fourHours, .hour, 1200), (.cryptoCompare, .day, .day, 300),
        (.cryptoCompare, .week, .day, 2000),
    ])
    func threeHundredCandles(source: Source, interval: CandleInterval, native: CandleInterval, count: Int) throws {
        let plan = try #require(makePlan(source, interval, 300))
        #expect(plan.native.interval == native)
        #expect(plan.count == count)
        #expect(plan.isBuilt == (native != interval))
    }

    @Test func anOlderPageHoldsWholeIntervalsAndEndsWhereTheLastOneBegan() throws {
        let start = CandleInterval.halfHour.start(of: testTime.adding(seconds: -86_400))
        let plan = try #require(makePlan(.cryptoCompare, .halfHour, 300, before: start))
        #expect(plan.count == 1980)
        #expect(plan.end == start.adding(seconds: -60))
        #expect(!plan.reachesEnd)
    }

    @Test func candlesOlderThanTheSourcesReachAreNotRequested() throws {
        let old = CandleInterval.quarterHour.start(of: testTime.adding(seconds: -7 * 86_400 + 3600))
        let last = try #require(makePlan(.cryptoCompare, .quarterHour, 300, before: old))
        #expect(last.reachesEnd)
        #expect(last.count < 75)
        #expect(makePlan(.cryptoCompare, .quarterHour, 300, before: testTime.adding(seconds: -7 * 86_400)) == nil)
    }

    /// The source has only its latest candles, so these must reach back far enough.
    @Test func aSourceThatCannotPageIsAskedForItsLatestCandles() throws {
        let start = CandleInterval.hour.start(of: testTime).adding(seconds: -299 * 3600)
        let plan = try #require(makePlan(.huobi, .hour, 700, before: start))
        #expect(plan.end == nil)
        #expect(plan.count == 1000)
        #expect(!plan.reachesEnd)
    }

    @Test(arguments: Source.allCases, CandleInterval.allCases)
    func staysWithinWhatTheSourceCanGive(source: Source, interval: CandleInterval) throws {
        for count in [Int.min, 0, 1, 2, 1999, 2000, 2001, 100_000, Int.max] {
            for end in [nil, interval.start(of: testTime), interval.start(of: testTime.adding(seconds: -400_000))] {
                // Huobi does not have this many short candles.
                guard let plan = makePlan(source, interval, count, before: end) else {
                    #expect(source == .huobi && end != nil && interval.seconds <= 60)
                    continue
                }
                #expect((1...2000).contains(plan.count))
                #expect(plan.native.interval.seconds <= interval.seconds)
                #expect(interval.seconds % plan.native.interval.seconds == 0)
            }
        }
    }

    /// The plan requests enough whole intervals, whatever part of the running one has passed.
    @Test(arguments: Source.allCases, CandleInterval.allCases)
    func asksForEnoughWhateverTheTime(source: Source, interval: CandleInterval) throws {
        let plan = try #require(makePlan(source, interval, 5))
        let step = plan.native.interval
        let price = try #require(decimal("1"))
        for offset in stride(from: Int64(0), to: interval.seconds, by: Int(step.seconds)) {
            let now = interval.start(of: testTime).adding(seconds: offset)
            let candles = (0..<plan.count).reversed().map { back in
                let time = now.adding(seconds: -Int64(back) * step.seconds)
                return Candle(
                    time: time,
                    open: price,
                    high: price,
                    low: price,
                    close: price,
                    volume: price,
                    isClosed: back > 0
                )
            }
            let series = CandleSeries(candles: candles, badRows: 0, asOf: now, reachesListing: false)
            let handedOut = series.candles(by: plan)
            #expect(handedOut.count == 5)
            #expect(handedOut.map(\.isClosed) == [true, true, true, true, false])
            #expect(handedOut.last?.time == interval.start(of: now))
        }
    }
}
