import Shared
import Testing

@testable import PushServer

struct CandleShelfTests {
    private func key(_ coin: UInt32) -> SeriesKey { SeriesKey(source: .huobi, coin: CoinID(coin), interval: .hour) }

    private func fill(_ shelf: inout CandleShelf, _ coin: UInt32, count: Int) throws {
        let price = try ExactDecimal(parsing: "1")
        _ = shelf.use(key(coin), count: count) { _ in false }
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
        _ = shelf.use(key(1), count: 300) { _ in false }
        let kept = shelf.use(key(4), count: 300) { _ in false }
        #expect(kept != nil)
        #expect(shelf[key(2)] == nil)
        #expect(shelf[key(1)] != nil)
        #expect(shelf.reserved == 900)
    }

    @Test func whatIsLookedAtStaysAndThenThereIsNoRoom() throws {
        var shelf = CandleShelf(candlesMax: 1000)
        for coin in 1...3 as ClosedRange<UInt32> { try fill(&shelf, coin, count: 300) }
        let another = shelf.use(key(4), count: 10) { _ in true }
        #expect(another == nil)
        let longer = shelf.use(key(1), count: 500) { _ in true }
        #expect(longer == nil, "a series that grows needs room, too")
        #expect(shelf.keys.count == 3)
        let longerAlone = shelf.use(key(1), count: 500) { $0 == self.key(1) }
        #expect(longerAlone?.countMax == 1000)
        #expect(shelf[key(2)] == nil && shelf[key(3)] == nil)
    }

    @Test func everySeriesOfACoinMovesWithItsPrice() throws {
        var shelf = CandleShelf(candlesMax: 700)
        try fill(&shelf, 1, count: 2)
        try fill(&shelf, 2, count: 2)
        let price = try ExactDecimal(parsing: "2.5")
        let moved = shelf.move(CoinID(1), of: .huobi, to: price, at: MarketTime(seconds: 2 * 3600 + 1))
        #expect(moved.map(\.0) == [key(1)])
        #expect(shelf[key(1)]?.sequence.candles.last?.close == price)
        #expect(shelf[key(2)]?.sequence.candles.count == 2)
    }

    @Test func whatLivePricesClosedIsAskedForAgain() throws {
        var shelf = CandleShelf(candlesMax: 700)
        try fill(&shelf, 1, count: 3)
        for hour in 3...6 as ClosedRange<Int64> {
            _ = shelf.move(
                CoinID(1),
                of: .huobi,
                to: try ExactDecimal(parsing: "2"),
                at: MarketTime(seconds: hour * 3600)
            )
        }
        let kept = try #require(shelf[key(1)])
        #expect(kept.sequence.candles.count(where: \.isClosed) == 6)
        #expect(kept.countToFetch(for: 3, at: MarketTime(seconds: 6 * 3600 + 9)) == 5, "hours 2 to 6")
    }

    @Test func onlyWhatIsMissingIsAskedFor() throws {
        var shelf = CandleShelf(candlesMax: 5000)
        let series = try #require(shelf.use(key(1), count: 100) { _ in false })
        #expect(series.countToFetch(for: 100, at: MarketTime(seconds: 0)) == KeptSeries.countMin)
        try fill(&shelf, 1, count: 300)
        let kept = try #require(shelf[key(1)])
        let now = MarketTime(seconds: 304 * 3600 + 5)
        #expect(kept.countToFetch(for: 300, at: now) == 6, "from the last closed one to the one under way")
        let later = MarketTime(seconds: 9_000 * 3600)
        #expect(kept.countToFetch(for: 300, at: later) == 300, "no more than is kept")
        let longer = try #require(shelf.use(key(1), count: 1000) { _ in false })
        #expect(longer.countToFetch(for: 1000, at: now) == 1000)
        #expect(longer.countToFetch(for: 300, at: MarketTime(seconds: 704 * 3600)) == 406, "all that has been missed")
    }
}
