import MockMarket
import Shared
import Synchronization
import Testing

@testable import PushServer

/// Answers in the shapes of the public documentation. None of them was recorded.
struct BinanceTests {
    @Test func readsPricesExactlyAndLeavesOutRowsWithoutOne() throws {
        let board = try TickerBoard(
            binance: HTTPAnswer(
                text: """
                    [{"symbol":"BTCUSDT","lastPrice":"63250.12000000","quoteVolume":"15.30000000","closeTime":1699999999040},
                    {"symbol":"SHIBUSDT","lastPrice":"0.00001823","quoteVolume":"1","closeTime":1699999998000},
                    {"symbol":"OLDUSDT","lastPrice":"0.00000000","quoteVolume":"0.00000000","closeTime":1499869899040},
                    {"symbol":"ODDUSDT","lastPrice":null,"closeTime":1499869899040}]
                    """
            )
        )
        #expect(board.time == MarketTime(milliseconds: 1_699_999_999_040), "the latest of its rows")
        #expect(board.tickers.map(\.pair) == ["BTCUSDT", "SHIBUSDT"])
        #expect(board.tickers.map(\.close) == ["63250.12", "0.00001823"].map(decimal))
        #expect(board.unpriced == ["OLDUSDT", "ODDUSDT"])
        #expect(board.badRows == 1, "a pair that nobody trades is no bad row")
    }

    @Test func readsPairsWithTheirStateAndDecimals() throws {
        let list = try PairList(
            binance: HTTPAnswer(
                text: """
                    {"timezone":"UTC","serverTime":1699999999000,"rateLimits":[{}],"symbols":[
                    {"symbol":"BTCUSDT","status":"TRADING","baseAsset":"BTC","quoteAsset":"USDT","permissions":[],
                     "permissionSets":[["SPOT","MARGIN"]],
                     "filters":[{"filterType":"PRICE_FILTER","tickSize":"0.01000000"},{"filterType":"LOT_SIZE"}]},
                    {"symbol":"LUNAUSDT","status":"BREAK","baseAsset":"LUNA","quoteAsset":"USDT","permissions":["SPOT"],
                     "filters":[{"filterType":"PRICE_FILTER","tickSize":"1.00000000"}]},
                    {"symbol":"BTCUPUSDT","status":"TRADING","baseAsset":"BTCUP","quoteAsset":"USDT",
                     "permissions":["LEVERAGED"],"filters":[]},
                    {"symbol":"NEWUSDT","status":"PRE_TRADING","baseAsset":"NEW","quoteAsset":"USDT",
                     "permissionSets":[["LEVERAGED"]]},
                    {"status":"TRADING"}]}
                    """
            )
        )
        #expect(list.time == MarketTime(milliseconds: 1_699_999_999_000))
        #expect(list.pairs.map(\.symbol) == ["BTCUSDT", "LUNAUSDT", "BTCUPUSDT", "NEWUSDT"])
        #expect(list.pairs.map(\.base) == ["btc", "luna", "btcup", "new"])
        #expect(list.pairs.map(\.state) == [.online, .suspended, .online, .other])
        #expect(list.pairs.map(\.isLeveraged) == [false, false, true, true])
        #expect(list.pairs.map(\.priceDecimals) == [2, 0, nil, nil])
        #expect(list.badRows == 1)
        #expect(list.trading == ["BTCUSDT", "BTCUPUSDT"])
    }

    @Test func readsCandlesOldestFirst() throws {
        // The hours 21:00 and 22:00, the second one still open at the tests' time, and one truncated row.
        let start: Int64 = 1_699_999_200_000 - 3_600_000
        let rows = [start, start + 3_600_000].map {
            #"[\#($0),"100.00000000","110.5","99","105","2.50000000",\#($0 + 3_599_999),"250",7,"1","2","0"]"#
        }
        let answer = HTTPAnswer(text: "[\(rows.joined(separator: ",")),[1,2]]")
        let series = try CandleSeries(binance: answer, .hour, limit: 500)
        #expect(series.candles.map(\.time.milliseconds) == [start, start + 3_600_000])
        #expect(series.candles[0].high == decimal("110.5"))
        #expect(series.candles[0].volume == decimal("2.5"), "coins, and not the turnover in money")
        #expect(series.candles.map(\.isClosed) == [true, false])
        #expect(series.badRows == 1)
        #expect(series.reachesListing, "fewer came than were asked for")
    }

    @Test(
        arguments: [
            (400, #"{"code":-1121,"msg":"Invalid symbol."}"#, ProviderFailure.notListed("Invalid symbol.")),
            (400, #"{"code":-1120,"msg":"Invalid interval."}"#, .refused("Invalid interval.")),
            (
                429, #"{"code":-1003,"msg":"Too much request weight used."}"#,
                .rateLimited(until: testTime.adding(seconds: 60))
            ),
            (418, #"{"code":-1003,"msg":"banned"}"#, .rateLimited(until: testTime.adding(seconds: 120))),
            (403, "<html>", .unavailable("HTTP 403", until: nil)),
            (
                451, #"{"code":0,"msg":"Service unavailable from a restricted location."}"#,
                .unavailable("Service unavailable from a restricted location.", until: nil)
            ),
            (503, "", .unavailable("HTTP 503", until: nil)),
        ] as [(Int, String, ProviderFailure)]
    )
    func errorsAreReported(status: Int, body: String, expected: ProviderFailure) {
        #expect(throws: expected) { try TickerBoard(binance: HTTPAnswer(status, text: body)) }
    }

    @Test func aBanLastsAsLongAsItSays() {
        let until = testTime.adding(seconds: 7200)
        let answer = HTTPAnswer(418, text: #"{"code":-1003,"msg":"banned"}"#, retryAt: until)
        #expect(throws: ProviderFailure.rateLimited(until: until)) { try TickerBoard(binance: answer) }
    }

    // MARK: Against the mock

    @Test func itsPairsBelongToTheCoinsOfTheListing() async throws {
        try await withMockMarket { router, mock in
            let client = BinanceClient(router: router)
            let listing = try await CoinMarketCapClient(router: router, key: nil).listing(limit: 200)
            let pairs = try #require(try await client.pairs().value)
            let board = try await router.board(of: .binance)
            let name = Provider.binance.name
            let symbols = SymbolMap(listing: listing, lists: [name: pairs], prices: [name: board])
            #expect(symbols.symbol(of: CoinID(1), at: name) == "BTCUSDT")
            #expect(symbols.symbols(at: name).count > 100)
            #expect(board.unpriced.isEmpty && board.badRows == 0)
            let bitcoin = try #require(mock.market.coins.first { $0.identity.id == CoinID(1) })
            #expect(symbols.priceDecimals(at: name)["BTCUSDT"] == bitcoin.decimals)
        }
    }

    @Test(arguments: CandleInterval.allCases)
    func aPageBeginsWhereTheOneBeforeItEnds(interval: CandleInterval) async throws {
        try await withMockMarket(coins: 20) { router, _ in
            let client = BinanceClient(router: router)
            let latest = try await client.page(of: "BTCUSDT", interval, count: 20, before: nil).candles
            #expect(latest.count == 20)
            let first = try #require(latest.first).time
            let older = try await client.page(of: "BTCUSDT", interval, count: 5, before: first).candles
            #expect(older.count == 5)
            #expect(older.last.map { interval.end(from: $0.time) } == first)
            #expect(older.allSatisfy(\.isClosed) && latest.last?.isClosed == false)
        }
    }

    @Test func tickersAndAChartEachSecondAreWithinTheBudget() {
        // Ten minutes.
        let budgets = RequestBudgets()
        var now = testTime
        for second in 0..<600 {
            if second.isMultiple(of: 2) { #expect(budgets.take(.binanceTickers, at: now) == .granted) }
            #expect(budgets.take(.binanceCandles(pair: "BTCUSDT", interval: "1h", limit: 9), at: now) == .granted)
            now = now.adding(seconds: 1)
        }
    }
}
