import Shared
import Testing

@testable import MockMarket

/// Candles of a market that ticks.
struct CandleSeriesTests {
    private static let start = MarketTime(seconds: 1_700_000_000)
    private static let buckets: [CandleBucket] = [
        .minutes(1), .minutes(5), .minutes(15), .minutes(60), .minutes(240), .days(1),
        .days(1, shift: CandleBucket.singaporeShift), .weeks, .months, .years, .minutes(7),
    ]

    @Test(arguments: buckets)
    func theLastCandleEndsInThePresentPrice(bucket: CandleBucket) throws {
        var market = market()
        for _ in 0..<20 {
            market.advance(at: market.time.adding(milliseconds: 7_300))
            for coin in market.coins.prefix(4) {
                let last = try #require(CandleSeries(coin, bucket, last: 3, at: market.time).items.last)
                #expect(last.start == bucket.start(of: market.time.minute))
                #expect(last.span.close == coin.price)
                #expect(last.span.low <= coin.price && coin.price <= last.span.high)
            }
        }
    }

    /// A closed candle has every price that was sent while it was open, and never changes again.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func closedCandlesKnowEveryPrice(seed: UInt64) throws {
        var market = market(seed: seed)
        var changes: [(place: Int, minute: Int64, price: Int64)] = []
        for _ in 0..<900 {
            let before = market.coins.map(\.price)
            market.advance(at: market.time.adding(milliseconds: 250))
            for (place, coin) in market.coins.enumerated() where coin.price != before[place] {
                changes.append((place, market.time.minute, coin.price))
            }
        }
        #expect(changes.count > 1000)
        for change in changes.enumerated().filter({ $0.offset.isMultiple(of: 7) }).map(\.element)
        where change.minute < market.time.minute {
            let coin = market.coins[change.place]
            let candle = try #require(
                CandleSeries(coin, .minutes(1), last: 1, until: change.minute, at: market.time).items.first
            )
            #expect(candle.start == change.minute)
            #expect(candle.span.low...candle.span.high ~= change.price, "seed \(seed), \(change)")
        }
    }

    @Test(arguments: buckets)
    func coarserCandlesAreTheSumOfMinutes(bucket: CandleBucket) throws {
        var market = market()
        for _ in 0..<100 { market.advance(at: market.time.adding(milliseconds: 1100)) }
        let coin = market.coins[1]
        let coarse = try #require(CandleSeries(coin, bucket, last: 2, at: market.time).items.last)
        let count = Int(market.time.minute - coarse.start + 1)
        let minutes = CandleSeries(coin, .minutes(1), last: count, at: market.time).items
        var sum = try #require(minutes.first).span
        for minute in minutes.dropFirst() { sum.append(minute.span) }
        #expect(coarse.span == sum)
    }

    @Test func anotherMarketOfTheSeedHasTheSamePast() {
        var one = market()
        for _ in 0..<2000 { one.advance(at: one.time.adding(milliseconds: 250)) }
        let other = market(at: one.time)
        for (coin, twin) in zip(one.coins, other.coins) {
            let past = CandleSeries(coin, .minutes(5), last: 30, until: one.time.minute - 5, at: one.time)
            let again = CandleSeries(twin, .minutes(5), last: 30, until: one.time.minute - 5, at: one.time)
            #expect(past.items == again.items)
        }
    }

    @Test func theTickersDayIsTheDayCandle() throws {
        var market = market()
        let day = CandleBucket.days(1, shift: CandleBucket.singaporeShift)
        // Across 16:00 UTC, where the exchange's day begins.
        for step in 0..<400 {
            market.advance(at: market.time.adding(milliseconds: step < 200 ? 250 : 330_000))
            for coin in market.coins.prefix(5) {
                let candle = try #require(CandleSeries(coin, day, last: 1, at: market.time).items.last).span
                #expect([coin.dayOpen, coin.dayHigh, coin.dayLow] == [candle.open, candle.high, candle.low])
            }
        }
    }

    @Test func aSeriesHasAsManyCandlesAsTheCoinIsOld() {
        let market = market()
        let coin = market.coins[0]
        #expect(CandleSeries(coin, .minutes(1), last: 2000, at: market.time).items.count == 2000)
        let years = CandleSeries(coin, .years, last: 100, at: market.time).items
        #expect(years.map { MarketTime(minute: $0.start + 480).iso8601.prefix(4) }.first == "2013")
        #expect(years.count == 11)
        #expect(CandleSeries(coin, .minutes(1), last: 5, until: coin.birth - 1, at: market.time).items.isEmpty)
    }

    @Test func bucketsBeginWhereTheProvidersBegin() {
        let minute = MarketTime(seconds: 1_539_700_000).minute
        let day = CandleBucket.days(1, shift: CandleBucket.singaporeShift)
        // The recorded id of a day candle.
        #expect(day.start(of: minute) * 60 == 1_539_619_200 + 86_400 * 0)
        #expect(MarketTime(minute: CandleBucket.months.start(of: minute)).iso8601 == "2018-09-30T16:00:00.000Z")
        #expect(MarketTime(minute: CandleBucket.years.start(of: minute)).iso8601 == "2017-12-31T16:00:00.000Z")
        #expect(MarketTime(minute: CandleBucket.weeks.start(of: minute)).iso8601 == "2018-10-14T16:00:00.000Z")
        #expect(MarketTime(minute: CandleBucket.months.end(of: minute)).iso8601 == "2018-10-31T16:00:00.000Z")
        #expect(CandleBucket.minutes(1440).start(of: minute) * 60 == 1_539_648_000)
    }

    private func market(seed: UInt64 = 1, at time: MarketTime = start) -> SimulatedMarket {
        var settings = SimulatedMarket.Settings()
        settings.seed = seed
        settings.coins = 12
        return SimulatedMarket(settings: settings, at: time)
    }
}
