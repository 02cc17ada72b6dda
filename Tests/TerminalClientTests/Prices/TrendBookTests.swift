import Shared
import Testing

@testable import TerminalClient

/// The small line beside a coin shows what was seen, and nothing before there is something to see.
@MainActor
struct TrendBookTests {
    private let bitcoin = CoinID(1)

    @Test func nothingIsDrawnUntilThereAreTwoPrices() {
        var book = TrendBook()
        var table = MarketTable.of(.few)
        #expect(book.trend(of: bitcoin) == nil)
        #expect(book.sample(table) == true)
        #expect(book.trend(of: bitcoin) == nil)
        table.setPrice(6_712_400, row: 0)
        #expect(book.sample(table) == true)
        #expect(book.trend(of: bitcoin)?.text == "▁▇")
        #expect(book.trend(of: bitcoin)?.direction == .up)
        #expect(book.trend(of: CoinID(1027))?.direction == ChangeText.Direction.none)
    }

    @Test func aMarketThatStandsStillIsNotSampled() {
        var book = TrendBook()
        let table = MarketTable.of(.few)
        #expect(book.sample(table) == true)
        #expect(book.sample(table) == false)
    }

    @Test func theOldestPricesLeaveTheLine() {
        var book = TrendBook()
        var table = MarketTable.of(.few)
        for step in 0..<UInt64(20) {
            table.setPrice(6_712_400 - step * step, row: 0)
            _ = book.sample(table)
        }
        #expect(book.trend(of: bitcoin)?.levels.count == TrendBook.length)
        #expect(book.trend(of: bitcoin)?.levels.first == 6)
        #expect(book.trend(of: bitcoin)?.levels.last == 0)
        #expect(book.trend(of: bitcoin)?.direction == .down)
    }

    @Test func otherDecimalsBeginANewLine() {
        var book = TrendBook()
        var table = MarketTable.of(.few)
        _ = book.sample(table)
        table.setPrice(6_712_400, row: 0)
        _ = book.sample(table)
        var changes = MarketChanges()
        changes.pricings.append(Pricing(decimals: 3, source: .ticker), row: 0)
        changes.prices.append(67_124_000, row: 0)
        table.update(changes)
        _ = book.sample(table)
        #expect(book.trend(of: bitcoin) == nil)
    }

    @Test func theLargestPricesDoNotOverflow() {
        var book = TrendBook()
        var table = MarketTable.of(.few)
        for price in [1, UInt64.max, UInt64.max / 2] {
            table.setPrice(price, row: 0)
            _ = book.sample(table)
        }
        #expect(book.trend(of: bitcoin)?.levels == [0, 6, 3])
    }

    @Test func inAnotherEpochALineGoesWithItsCoin() {
        var book = TrendBook()
        var table = MarketTable.of(.few)
        for price in [6_712_400, 6_712_500] as [UInt64] {
            table.setPrice(price, row: 0)
            _ = book.sample(table)
        }
        let before = book.trend(of: bitcoin)
        var other = MarketTable.of(Array([TestCoin].few.reversed()))
        other.setPrice(6_712_500, row: other.count - 1)
        other.setPrice(1_443, row: 0)
        #expect(book.trend(of: bitcoin) == before)
        _ = book.sample(other)
        #expect(book.trend(of: bitcoin)?.levels == [0, 6, 6])
        #expect(book.trend(of: CoinID(1975))?.levels == [0, 0, 6], "LINK, where BTC was before")
    }

    @Test func aCoinThatComesAnewBeginsANewLine() {
        var book = TrendBook()
        var table = MarketTable.of(.few)
        _ = book.sample(table)
        table.setPrice(6_712_400, row: 0)
        _ = book.sample(table)
        var without = MarketTable.of(Array([TestCoin].few.dropFirst()))
        without.setPrice(1, row: 0)
        without.setPrice(2, row: 0)
        _ = book.sample(without)
        #expect(book.trend(of: bitcoin) == nil)
    }
}
