import Shared
import Testing

@testable import TerminalClient

/// The coins that `tickwire prices` prints, and their order.
struct PriceQueryTests {
    @Test(arguments: [
        (QuoteColumn.rank, ["BTC", "ETH", "USDT", "SOL", "DOGE", "TRX", "SHIB", "LINK"]),
        (.coinName, ["BTC", "LINK", "DOGE", "ETH", "SHIB", "SOL", "USDT", "TRX"]),
        (.price, ["SHIB", "TRX", "DOGE", "USDT", "LINK", "SOL", "ETH", "BTC"]),
        (.dayChange, ["DOGE", "LINK", "ETH", "USDT", "TRX", "BTC", "SOL", "SHIB"]),
        (.hourChange, ["SHIB", "DOGE", "ETH", "USDT", "TRX", "LINK", "BTC", "SOL"]),
        (.weekChange, ["DOGE", "BTC", "SOL", "USDT", "LINK", "SHIB", "TRX", "ETH"]),
        (.volume, ["LINK", "TRX", "SHIB", "DOGE", "SOL", "ETH", "BTC", "USDT"]),
        (.marketCap, ["LINK", "TRX", "SHIB", "DOGE", "SOL", "USDT", "ETH", "BTC"]),
    ])
    func eachColumnIsAnOrderOfCoinsAndTokensAlike(key: QuoteColumn, order: [String]) {
        var query = PriceQuery()
        query.sort = key
        #expect(symbols(query) == order)
        query.isDescending = true
        #expect(symbols(query) == order.reversed())
    }

    @Test(arguments: [true, false])
    func whatIsNotKnownComesLastInEitherDirection(isDescending: Bool) {
        var coins = [TestCoin].few
        coins[0].volume = nil
        var query = PriceQuery()
        (query.sort, query.isDescending) = (.volume, isDescending)
        #expect(symbols(query, coins).last == "BTC")
    }

    @Test func theLimitTakesTheFirstMatches() {
        var query = PriceQuery()
        query.filter = "ETH"
        #expect(symbols(query) == ["ETH", "USDT"])
        query.sort = .marketCap
        query.limit = 1
        #expect(symbols(query) == ["USDT"])
    }

    @Test func theBestMatchOfAFilterComesFirstUnlessASortIsGiven() {
        var query = PriceQuery()
        query.filter = "t"
        #expect(symbols(query) == ["TRX", "USDT", "BTC", "ETH"])
        query.sort = .price
        #expect(symbols(query) == ["TRX", "USDT", "ETH", "BTC"])
        (query.sort, query.isDescending) = (nil, true)
        #expect(symbols(query) == ["TRX", "USDT", "ETH", "BTC"], "by rank, the largest first")
    }

    @Test func delistedCoinsAreLeftOut() {
        var coins = [TestCoin].few
        coins[1].isDelisted = true
        #expect(!symbols(PriceQuery(), coins).contains("ETH"))
    }

    @Test func theCommandLineHasANameForEachOrder() {
        let names = ["rank", "name", "price", "change", "hour", "week", "volume", "market-cap", "source"]
        #expect(QuoteColumn.sortable.map(\.name) == names)
    }

    private func symbols(_ query: PriceQuery, _ coins: [TestCoin] = .few) -> [String] {
        query.quotes(of: .of(coins)).map(\.instrument.symbol)
    }
}
