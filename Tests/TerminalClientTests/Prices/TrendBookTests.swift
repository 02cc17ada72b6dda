import Shared
import Testing

@testable import TerminalClient

/// The small line beside a coin shows what was seen, and nothing before there is something to see.
@MainActor
struct TrendBookTests {
    @Test func nothingIsDrawnUntilThereAreTwoPrices() {
        var book = TrendBook()
        var table = MarketTable.of(.few)
        #expect(book.trend(of: 0) == nil)
        #expect(book.sample(table) == true)
        #expect(book.trend(of: 0) == nil)
        table.setPrice(6_712_400, row: 0)
        #expect(book.sample(table) == true)
        #expect(book.trend(of: 0)?.text == "▁▇")
        #expect(book.trend(of: 0)?.direction == .up)
        #expect(book.trend(of: 1)?.direction == ChangeText.Direction.none)
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
        #expect(book.trend(of: 0)?.levels.count == TrendBook.length)
        #expect(book.trend(of: 0)?.levels.first == 6)
        #expect(book.trend(of: 0)?.levels.last == 0)
        #expect(book.trend(of: 0)?.direction == .down)
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
        #expect(book.trend(of: 0) == nil)
    }

    @Test func theLargestPricesDoNotOverflow() {
        var book = TrendBook()
        var table = MarketTable.of(.few)
        for price in [1, UInt64.max, UInt64.max / 2] {
            table.setPrice(price, row: 0)
            _ = book.sample(table)
        }
        #expect(book.trend(of: 0)?.levels == [0, 6, 3])
    }
}
