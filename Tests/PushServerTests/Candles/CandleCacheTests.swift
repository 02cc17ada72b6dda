import Shared
import TestSupport
import Testing

@testable import PushServer

struct CandleCacheTests {
    private func key(_ coin: UInt32) -> SeriesKey { SeriesKey(source: .huobi, coin: CoinID(coin), interval: .hour) }

    private func fill(_ cache: inout CandleCache, _ coin: UInt32, count: Int) throws {
        let price = try ExactDecimal(parsing: "1")
        _ = cache.use(key(coin), count: count) { _ in false }
        let candles = (0..<Int64(count)).map { index in
            Candle(
                time: MarketTime(seconds: index * 3600),
                open: price,
                high: price,
                low: price,
                close: price,
                volume: nil,
                isClosed: true
            )
        }
        let page = CandlePage(candles: candles, isOldest: false)
        cache.update(key(coin)) { $0.take(page, before: nil, at: MarketTime(seconds: 0), stretch: 1) }
    }

    @Test func theLeastRecentlyUsedSeriesMakesRoom() throws {
        var cache = CandleCache(candlesMax: 1000)
        for coin in 1...3 as ClosedRange<UInt32> { try fill(&cache, coin, count: 300) }
        _ = cache.use(key(1), count: 300) { _ in false }
        let kept = cache.use(key(4), count: 300) { _ in false }
        #expect(kept != nil)
        #expect(cache[key(2)] == nil)
        #expect(cache[key(1)] != nil)
        #expect(cache.reserved == 900)
    }

    @Test func watchedSeriesStayEvenIfThereIsNoRoomForOthers() throws {
        var cache = CandleCache(candlesMax: 1000)
        for coin in 1...3 as ClosedRange<UInt32> { try fill(&cache, coin, count: 300) }
        let another = cache.use(key(4), count: 10) { _ in true }
        #expect(another == nil)
        let longer = cache.use(key(1), count: 500) { _ in true }
        #expect(longer == nil, "a series that grows needs room, too")
        #expect(cache.keys.count == 3)
        let longerAlone = cache.use(key(1), count: 500) { $0 == self.key(1) }
        #expect(longerAlone?.countMax == 1000)
        #expect(cache[key(2)] == nil && cache[key(3)] == nil)
    }

    @Test func everySeriesOfACoinMovesWithItsPrice() throws {
        var cache = CandleCache(candlesMax: 700)
        try fill(&cache, 1, count: 2)
        try fill(&cache, 2, count: 2)
        let price = try ExactDecimal(parsing: "2.5")
        let moved = cache.move(CoinID(1), of: .huobi, to: price, at: MarketTime(seconds: 2 * 3600 + 1))
        #expect(moved.map(\.0) == [key(1)])
        #expect(cache[key(1)]?.sequence.candles.last?.close == price)
        #expect(cache[key(2)]?.sequence.candles.count == 2)
    }

    @Test func candlesClosedByLivePricesAreRequestedAgain() throws {
        var cache = CandleCache(candlesMax: 700)
        try fill(&cache, 1, count: 3)
        for hour in 3...6 as ClosedRange<Int64> {
            _ = cache.move(
                CoinID(1),
                of: .huobi,
                to: try ExactDecimal(parsing: "2"),
                at: MarketTime(seconds: hour * 3600)
            )
        }
        let kept = try #require(cache[key(1)])
        #expect(kept.sequence.candles.count(where: \.isClosed) == 6)
        let request = kept.request(for: 3, at: MarketTime(seconds: 6 * 3600 + 9))
        #expect(request == .init(count: 5, end: nil), "hours 2 to 6")
    }

    @Test func onlyMissingCandlesAreRequested() throws {
        var cache = CandleCache(candlesMax: 5000)
        let series = try #require(cache.use(key(1), count: 100) { _ in false })
        #expect(
            series.request(for: 100, at: MarketTime(seconds: 0))
                == .init(count: KeptSeries.countMin, end: nil)
        )
        try fill(&cache, 1, count: 300)
        let kept = try #require(cache[key(1)])
        let now = MarketTime(seconds: 304 * 3600 + 5)
        let latest = kept.request(for: 300, at: now)
        #expect(latest == .init(count: 6, end: nil), "from the last closed one to the one under way")
        #expect(kept.request(for: 300, at: MarketTime(seconds: 1)) == nil)
        let later = MarketTime(seconds: 9_000 * 3600)
        #expect(kept.request(for: 300, at: later) == .init(count: 300, end: nil), "no more than is kept")
        let longer = try #require(cache.use(key(1), count: 1000) { _ in false })
        let older = longer.request(for: 1000, at: MarketTime(seconds: 1))
        #expect(older == .init(count: 700, end: MarketTime(seconds: 0)))
        let missed = longer.request(for: 300, at: MarketTime(seconds: 704 * 3600))
        #expect(missed == .init(count: 406, end: nil), "all that has been missed")
    }

    @Test func anAnswerThatDoesNotReachTheKeptCandlesLeavesNoGap() throws {
        var cache = CandleCache(candlesMax: 5000)
        try fill(&cache, 1, count: 300)
        let price = try ExactDecimal(parsing: "1")
        let late = (1000..<1066).map { hour in
            Candle(
                time: MarketTime(seconds: hour * 3600),
                open: price,
                high: price,
                low: price,
                close: price,
                volume: nil,
                isClosed: true
            )
        }
        let now = MarketTime(seconds: 1066 * 3600)
        cache.update(key(1)) { $0.take(CandlePage(candles: late, isOldest: false), before: nil, at: now, stretch: 1) }
        let kept = try #require(cache[key(1)])
        #expect(kept.sequence.candles == late)
        #expect(kept.request(for: 300, at: now) == .init(count: 234, end: late[0].time))
    }
}
