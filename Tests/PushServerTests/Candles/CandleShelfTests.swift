import Shared
import Testing

@testable import PushServer

struct CandleShelfTests {
    private func key(_ coin: UInt32) -> SeriesKey { SeriesKey(source: .huobi, coin: CoinID(coin), interval: .hour) }

    private func fill(_ shelf: inout CandleShelf, _ coin: UInt32, count: Int) throws {
        let price = try ExactDecimal(parsing: "1")
        _ = shelf.use(key(coin), count: count)
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
        _ = shelf.update(key(coin)) { $0.take(candles, asked: count, at: MarketTime(seconds: 0)) }
    }

    @Test func whatWasUnusedForTheLongestTimeMakesRoom() throws {
        var shelf = CandleShelf(candlesMax: 1000)
        for coin in 1...3 as ClosedRange<UInt32> { try fill(&shelf, coin, count: 300) }
        _ = shelf.use(key(1), count: 300)
        let isRoom = shelf.makeRoom(for: 300) { _ in false }
        #expect(isRoom)
        #expect(shelf[key(2)] == nil)
        #expect(shelf[key(1)] != nil)
        #expect(shelf.candleCount == 600)
    }

    @Test func whatIsLookedAtStaysAndThenThereIsNoRoom() throws {
        var shelf = CandleShelf(candlesMax: 700)
        for coin in 1...2 as ClosedRange<UInt32> { try fill(&shelf, coin, count: 300) }
        let isRoom = shelf.makeRoom(for: 300) { _ in true }
        #expect(!isRoom)
        #expect(shelf.count == 2)
    }

    @Test func onlyWhatIsMissingIsAskedFor() throws {
        var shelf = CandleShelf(candlesMax: 5000)
        let series = shelf.use(key(1), count: 100)
        #expect(series.countToFetch(for: 100, at: MarketTime(seconds: 0)) == KeptSeries.countMin)
        try fill(&shelf, 1, count: 300)
        let kept = try #require(shelf[key(1)])
        let now = MarketTime(seconds: 304 * 3600 + 5)
        #expect(kept.countToFetch(for: 300, at: now) == 6, "from the last closed one to the one under way")
        #expect(kept.countToFetch(for: 500, at: now) == 500)
        #expect(kept.countToFetch(for: 300, at: MarketTime(seconds: 9_000 * 3600)) == 300)
    }
}
