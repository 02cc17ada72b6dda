import Shared
import Testing

@testable import PushServer

struct CandlePlanTests {
    @Test(arguments: [
        (KlineSource.huobi, CandleInterval.minute, CandlePlan.Asked.huobi(.minute), [300]),
        (.huobi, .fiveMinutes, .huobi(.fiveMinutes), [300]), (.huobi, .quarterHour, .huobi(.quarterHour), [300]),
        (.huobi, .halfHour, .huobi(.halfHour), [300]), (.huobi, .hour, .huobi(.hour), [300]),
        (.huobi, .fourHours, .huobi(.fourHours), [300]), (.huobi, .day, .huobi(.fourHours), [1800]),
        (.huobi, .week, .huobi(.fourHours), [47 * 42]), (.cryptoCompare, .minute, .cryptoCompare(.minutes), [300]),
        (.cryptoCompare, .fiveMinutes, .cryptoCompare(.minutes), [1500]),
        (.cryptoCompare, .quarterHour, .cryptoCompare(.minutes), [2000, 2000, 500]),
        (.cryptoCompare, .halfHour, .cryptoCompare(.minutes), [2000, 2000, 2000, 2000, 1000]),
        (.cryptoCompare, .hour, .cryptoCompare(.hours), [300]),
        (.cryptoCompare, .fourHours, .cryptoCompare(.hours), [1200]),
        (.cryptoCompare, .day, .cryptoCompare(.days), [300]),
        (.cryptoCompare, .week, .cryptoCompare(.days), [2000, 100]),
    ])
    func threeHundredCandles(source: KlineSource, interval: CandleInterval, asked: CandlePlan.Asked, pages: [Int]) {
        let plan = CandlePlan(source: source, interval: interval, count: 300)
        #expect(plan.asked == asked)
        #expect(plan.pages == pages)
        #expect(plan.isBuilt == (asked.interval != interval))
    }

    @Test(arguments: KlineSource.allCases, CandleInterval.allCases)
    func staysWithinWhatTheSourceCanGive(source: KlineSource, interval: CandleInterval) {
        for count in [Int.min, 0, 1, 2, 1999, 2000, 2001, 100_000, Int.max] {
            let plan = CandlePlan(source: source, interval: interval, count: count)
            #expect(plan.count >= 1)
            #expect(plan.pages.allSatisfy { (1...2000).contains($0) })
            #expect(plan.pages.count <= (source == .huobi ? 1 : 6))
            let ratio = Int(interval.seconds / plan.asked.interval.seconds)
            #expect(plan.pages.reduce(0, +) == plan.count * ratio)
            #expect(interval.seconds % plan.asked.interval.seconds == 0)
        }
    }

    /// However far the running interval has come, enough whole ones are asked for.
    @Test(arguments: KlineSource.allCases, CandleInterval.allCases)
    func asksForEnoughWhateverTheTime(source: KlineSource, interval: CandleInterval) throws {
        let plan = CandlePlan(source: source, interval: interval, count: 5)
        let step = plan.asked.interval
        let price = try #require(decimal("1"))
        for offset in stride(from: Int64(0), to: interval.seconds, by: Int(step.seconds)) {
            let now = interval.start(of: testTime).adding(seconds: offset)
            let candles = (0..<plan.pages[0]).reversed().map { back in
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
