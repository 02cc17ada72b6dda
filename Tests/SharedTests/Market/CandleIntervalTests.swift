import Shared
import Testing

struct CandleIntervalTests {
    @Test(
        arguments: [
            // 2024-12-11T12:34:56Z, a Wednesday.
            (CandleInterval.minute, 1_733_920_440), (.fiveMinutes, 1_733_920_200), (.quarterHour, 1_733_920_200),
            (.halfHour, 1_733_920_200), (.hour, 1_733_918_400), (.fourHours, 1_733_918_400), (.day, 1_733_875_200),
            (.week, 1_733_702_400),
        ] as [(CandleInterval, Int64)]
    ) func anIntervalBeginsAtAMultipleOfItsLength(interval: CandleInterval, start: Int64) {
        let time = MarketTime(seconds: 1_733_920_496)
        #expect(interval.start(of: time) == MarketTime(seconds: start))
        #expect(interval.start(of: MarketTime(seconds: start)) == MarketTime(seconds: start))
        #expect(interval.start(of: interval.end(from: MarketTime(seconds: start))) > MarketTime(seconds: start))
    }

    @Test func timesBefore1970BelongToTheEarlierInterval() {
        #expect(CandleInterval.hour.start(of: MarketTime(milliseconds: -1)) == MarketTime(seconds: -3600))
    }
}
