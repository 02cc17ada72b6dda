import Shared
import Testing

@testable import TerminalClient

/// The small line beside a coin shows the prices since the start, and nothing until there are two.
@MainActor
struct TrendCacheTests {
    private let bitcoin = CoinID(1)

    @Test func nothingIsDrawnUntilThereAreTwoPrices() {
        var cache = TrendCache()
        var table = MarketTable.of(.few)
        #expect(cache.trend(of: bitcoin) == nil)
        #expect(cache.sample(table) == true)
        #expect(cache.trend(of: bitcoin) == nil)
        table.setPrice(6_712_400, row: 0)
        #expect(cache.sample(table) == true)
        #expect(cache.trend(of: bitcoin)?.text == "▁▇")
        #expect(cache.trend(of: bitcoin)?.direction == .up)
        #expect(cache.trend(of: CoinID(1027))?.direction == ChangeText.Direction.none)
    }

    @Test func aMarketThatStandsStillIsNotSampled() {
        var cache = TrendCache()
        let table = MarketTable.of(.few)
        #expect(cache.sample(table) == true)
        #expect(cache.sample(table) == false)
    }

    @Test func theOldestPricesLeaveTheLine() {
        var cache = TrendCache()
        var table = MarketTable.of(.few)
        for step in 0..<UInt64(20) {
            table.setPrice(6_712_400 - step * step, row: 0)
            _ = cache.sample(table)
        }
        #expect(cache.trend(of: bitcoin)?.levels.count == TrendCache.length)
        #expect(cache.trend(of: bitcoin)?.levels.first == 6)
        #expect(cache.trend(of: bitcoin)?.levels.last == 0)
        #expect(cache.trend(of: bitcoin)?.direction == .down)
    }

    @Test func aChangeOfDecimalsBeginsANewLine() {
        var cache = TrendCache()
        var table = MarketTable.of(.few)
        _ = cache.sample(table)
        table.setPrice(6_712_400, row: 0)
        _ = cache.sample(table)
        var changes = MarketChanges()
        changes.pricings.append(Pricing(decimals: 3, source: .ticker), row: 0)
        changes.prices.append(67_124_000, row: 0)
        table.update(changes)
        _ = cache.sample(table)
        #expect(cache.trend(of: bitcoin) == nil)
    }

    @Test func theLargestPricesDoNotOverflow() {
        var cache = TrendCache()
        var table = MarketTable.of(.few)
        for price in [1, UInt64.max, UInt64.max / 2] {
            table.setPrice(price, row: 0)
            _ = cache.sample(table)
        }
        #expect(cache.trend(of: bitcoin)?.levels == [0, 6, 3])
    }

    @Test func inAnotherEpochALineFollowsItsCoin() {
        var cache = TrendCache()
        var table = MarketTable.of(.few)
        for price in [6_712_400, 6_712_500] as [UInt64] {
            table.setPrice(price, row: 0)
            _ = cache.sample(table)
        }
        let before = cache.trend(of: bitcoin)
        var other = MarketTable.of(Array([TestCoin].few.reversed()))
        other.setPrice(6_712_500, row: other.count - 1)
        other.setPrice(1_443, row: 0)
        #expect(cache.trend(of: bitcoin) == before)
        _ = cache.sample(other)
        #expect(cache.trend(of: bitcoin)?.levels == [0, 6, 6])
        #expect(cache.trend(of: CoinID(1975))?.levels == [0, 0, 6], "LINK, where BTC was before")
    }

    @Test func aCoinThatReturnsBeginsANewLine() {
        var cache = TrendCache()
        var table = MarketTable.of(.few)
        _ = cache.sample(table)
        table.setPrice(6_712_400, row: 0)
        _ = cache.sample(table)
        var without = MarketTable.of(Array([TestCoin].few.dropFirst()))
        without.setPrice(1, row: 0)
        without.setPrice(2, row: 0)
        _ = cache.sample(without)
        #expect(cache.trend(of: bitcoin) == nil)
    }
}
