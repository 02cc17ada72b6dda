import Shared
import Testing

@testable import PushServer

struct MarketFeedTests {
    private func coin(
        _ id: UInt32,
        _ symbol: String,
        rank: Int,
        price: String? = "100",
        change: String? = "25"
    ) throws -> ListedCoin {
        ListedCoin(
            id: CoinID(id),
            name: symbol,
            symbol: symbol,
            slug: symbol,
            rank: rank,
            kind: .coin,
            contract: nil,
            circulatingSupply: try ExactDecimal(parsing: "1000.4"),
            price: try price.map { try ExactDecimal(parsing: $0) },
            volume24h: nil,
            change1h: nil,
            change24h: try change.map { try ExactDecimal(parsing: $0) },
            change7d: nil,
            lastUpdated: nil
        )
    }

    private func listing(_ coins: ListedCoin..., at seconds: Int64 = 0) -> CoinListing {
        CoinListing(time: MarketTime(seconds: seconds), coins: coins, badRows: 0)
    }

    private func board(_ pair: String, _ price: String, at seconds: Int64 = 1) throws -> TickerBoard {
        let ticker = PairTicker(pair: pair, close: try ExactDecimal(parsing: price))
        return TickerBoard(time: MarketTime(seconds: seconds), tickers: [ticker], badRows: 0)
    }

    /// A feed and the table that it fills.
    private struct Market {
        var feed: MarketFeed = {
            var feed = MarketFeed()
            feed.prefer([.ticker])
            return feed
        }()
        var table = MarketTable()

        /// The exchange has a pair for each symbol.
        mutating func take(_ listing: CoinListing) {
            commit(feed.merge(listing, from: .listing, at: listing.time))
            let bases = Set(listing.coins.map { $0.symbol.lowercased() }).sorted()
            feed.assign(SymbolMap(listing: listing, pairs: .sample(bases), coins: nil))
        }

        mutating func take(_ board: TickerBoard) {
            commit(feed.merge(board, from: .ticker, at: board.time ?? MarketTime(milliseconds: 0)))
        }
        private mutating func commit(_ changes: MarketChanges) {
            _ = table.commit(changes, time: MarketTime(milliseconds: 0))
        }
    }

    @Test func aTickerOverridesTheListingsPriceAndMovesTheChange() throws {
        var market = Market()
        market.take(listing(try coin(1, "BTC", rank: 1)))
        #expect(market.table[0].priceText == "100")
        #expect(market.table[0].pricing.source == .listing)
        market.take(try board("btcusdt", "120.00"))
        #expect(market.table[0].priceText == "120")
        #expect(market.table[0].pricing.source == .ticker)
        // 100 after +25 % means 80 a day ago; 120 is half as much again.
        #expect(market.table[0].dayChange == Percent(hundredths: 5000))
    }

    @Test func decimalsGrowWithinASourceAndStartOverWithAnother() throws {
        var market = Market()
        market.take(listing(try coin(1, "BTC", rank: 1, price: "34639.39567221676")))
        #expect(market.table[0].pricing.decimals == 11)
        market.take(try board("btcusdt", "34639.4"))
        #expect(market.table[0].priceText == "34639.4")
        market.take(try board("btcusdt", "34639.39"))
        market.take(try board("btcusdt", "34640"))
        #expect(market.table[0].priceText == "34640.00")
    }

    @Test func theBestRankedCoinOfASymbolHasThePair() throws {
        var market = Market()
        market.take(listing(try coin(7, "ONE", rank: 700), try coin(8, "ONE", rank: 85)))
        market.take(try board("oneusdt", "99.05"))
        #expect(market.table[0].pricing.source == .listing)
        #expect(market.table[1].priceText == "99.05")
    }

    @Test func aSilentTickerGivesWayToTheListing() throws {
        var market = Market()
        market.take(listing(try coin(1, "BTC", rank: 1)))
        market.take(try board("btcusdt", "120"))
        market.take(listing(try coin(1, "BTC", rank: 1, price: "90"), at: 60))
        #expect(market.table[0].priceText == "120", "a minute is not silence yet")
        market.take(listing(try coin(1, "BTC", rank: 1, price: "90"), at: 200))
        #expect(market.table[0].priceText == "90")
        #expect(market.table[0].pricing.source == .listing)
    }

    @Test func aCoinThatLeavesTheListingIsDelistedAndComesBackToItsRow() throws {
        var market = Market()
        market.take(listing(try coin(1, "BTC", rank: 1), try coin(2, "ETH", rank: 2)))
        for _ in 0..<2 { market.take(listing(try coin(1, "BTC", rank: 1))) }
        #expect(!market.table[1].isDelisted, "a listing may be cut short")
        market.take(listing(try coin(1, "BTC", rank: 1)))
        #expect(market.table[1].isDelisted)
        market.take(listing(try coin(2, "ETH", rank: 1), try coin(3, "NEW", rank: 2), try coin(1, "BTC", rank: 3)))
        #expect(!market.table[1].isDelisted)
        #expect(market.table.row(of: CoinID(3)) == 2)
    }

    @Test func endlessNamesOfPairsTakeBoundedRoom() throws {
        var feed = MarketFeed()
        feed.prefer([.ticker])
        func board(_ names: Range<Int>) throws -> TickerBoard {
            let price = try ExactDecimal(parsing: "1")
            return TickerBoard(
                time: testTime,
                tickers: names.map { PairTicker(pair: "c\($0)usdt", close: price) }
            )
        }
        let news = try [0..<19_999, 20_000..<20_002, 30_000..<50_000].map { try board($0) }
            .map { feed.meetsPairs(of: $0, from: .ticker) }
        #expect(news == [true, true, false], "each of which would match all coins anew")
    }

    @Test func aCoinWithoutRoomInTheTableIsForgottenOnceItIsNotListed() throws {
        let many = MarketTable.rowsMax + 1
        let coins = try (1...UInt32(many)).map { try coin($0, "C\($0)", rank: Int($0)) }
        var (feed, directory) = (MarketFeed(), CoinDirectory())
        for (count, known) in [(many, many), (many - 2, many - 1)] {
            let listing = CoinListing(
                time: MarketTime(seconds: Int64(many - count)),
                coins: Array(coins.prefix(count)),
                badRows: 0
            )
            _ = feed.merge(listing, from: .listing, at: testTime)
            directory.take(listing, at: testTime) { feed.isDelisted($0) }
            #expect(directory.listing?.coins.count == known)
        }
    }

    @Test func unknownFiguresStayUnknown() throws {
        var market = Market()
        market.take(listing(try coin(1, "BTC", rank: 1, price: nil, change: nil)))
        #expect(market.table[0].priceText == nil)
        #expect(market.table[0].dayChange == nil)
        market.take(try board("btcusdt", "0.00000123"))
        #expect(market.table[0].priceText == "0.00000123")
        #expect(market.table[0].dayChange == nil, "without a price of yesterday there is no change")
    }

    @Test func aPairThatComesTwiceIsOneChange() throws {
        var market = Market()
        market.take(listing(try coin(1, "BTC", rank: 1)))
        let twice = try ["101", "102"].map { price in
            PairTicker(pair: "btcusdt", close: try ExactDecimal(parsing: price))
        }
        market.take(TickerBoard(time: MarketTime(seconds: 1), tickers: twice, badRows: 0))
        #expect(market.table[0].priceText == "102")
    }

    @Test func aJumpThatOccursTwiceInOneAnswerIsNotConfirmed() throws {
        var market = Market()
        market.take(listing(try coin(1, "BTC", rank: 1)))
        market.take(try board("btcusdt", "101"))
        let twice = try ["100000", "100001"].map { price in
            PairTicker(pair: "btcusdt", close: try ExactDecimal(parsing: price))
        }
        market.take(TickerBoard(time: MarketTime(seconds: 2), tickers: twice, badRows: 0))
        #expect(market.table[0].priceText == "101")
    }

    @Test func aNameOfAnyLengthCostsLittle() throws {
        var market = Market()
        market.take(listing(try coin(1, String(repeating: "é", count: 500), rank: 1)))
        #expect(market.table[0].instrument.symbol == String(repeating: "é", count: 16))
        #expect(market.table[0].instrument.name.utf8.count == 64)
    }
}

extension SourceNumber {
    /// The number of the listing in tests' markets.
    static let listing = SourceNumber(1)
}

extension MarketFeed {
    /// Assigns the symbols of the exchange in tests' markets.
    mutating func assign(_ symbols: SymbolMap) {
        assign(
            symbols.tradedPairs,
            decimals: symbols.priceDecimals(at: Provider.huobi.name),
            of: .ticker,
            at: MarketTime(seconds: 1)
        )
    }
}
