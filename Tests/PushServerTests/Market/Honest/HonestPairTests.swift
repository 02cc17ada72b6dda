import MockMarket
import Shared
import Testing

@testable import PushServer

/// Lists of pairs and first prices that are wrong: a coin keeps its pair, and gets its price soon.
@Suite(.timeLimit(.minutes(5)))
struct HonestPairTests {
    // MARK: Pairs that go and come

    @Test func aPairThatBecomesAnotherCoinsTakesItsPriceAlong() throws {
        let start = MarketStage.start
        var rules = MarketHubRules(MarketHubRules.Plan(Provider.all, tickerInterval: .seconds(1)), now: start)
        func listing(_ first: String, _ second: String) -> CoinListing {
            let coins: [ListedCoin] = [
                .sample(1, first, "First", rank: 1, price: "100"), .sample(2, second, "Second", rank: 2, price: "90"),
            ]
            return CoinListing(time: start, coins: coins, badRows: 0)
        }
        func pairs(_ listing: CoinListing) -> SymbolMap {
            SymbolMap(listing: listing, pairs: .sample(["luna", "lunc"]), coins: nil)
        }
        let (before, after) = (listing("LUNA", "OTHER"), listing("LUNC", "LUNA"))
        _ = rules.arrived(before, "CoinMarketCap", now: start)
        rules.assign(pairs(before), of: "Huobi", now: start)
        let ticker = PairTicker(pair: "lunausdt", close: decimal("101") ?? .zero)
        _ = rules.arrived(TickerBoard(time: start, tickers: [ticker]), "Huobi", now: start)
        #expect(rules.table[0].priceText == "101")
        _ = rules.arrived(after, "CoinMarketCap", now: start)
        let diff = rules.assign(pairs(after), of: "Huobi", now: start)
        #expect(diff != nil, "which is told")
        #expect(rules.table[0].priceText == "100")
        #expect(rules.table.age(of: rules.table[0].pricing, at: start)?.isLive == false)
        // Each coin has its own pair again.
        let tickers = try [("lunausdt", "91"), ("luncusdt", "102")].map { pair, price in
            PairTicker(pair: pair, close: try #require(decimal(price)))
        }
        let next = start.adding(seconds: 1)
        _ = rules.arrived(TickerBoard(time: next, tickers: tickers), "Huobi", now: next)
        #expect((0..<2).map { rules.table[$0].priceText } == ["102", "91"])
    }

    @Test func aShortListOfPairsRemovesNoPair() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            try stage.spoil("/v1/common/symbols rows=3")
            for _ in 0..<2 {
                try await stage.pairs()
                try await stage.tick()
                #expect(await stage.sight("LTC") == stage.live("LTC"))
            }
            try await stage.pairs()
            try await stage.run(seconds: 11)
            #expect(await stage.sight("LTC")?.isLive == false, "but it is believed when it comes again and again")
        }
    }

    @Test func aPairThatIsSuspendedStaysWithItsCoin() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            try stage.spoil("/v1/common/symbols state=suspend")
            try await stage.pairs()
            try await stage.run(seconds: 11)
            #expect(await stage.sight("LTC") == stage.live("LTC"))
        }
    }

    @Test func aWrongFirstTickBlocksItsCoinForSecondsOnly() async throws {
        try await MarketStage.run(listingInterval: Self.withKey) { stage in
            try stage.spoil("/market price=ltcusdt:x26")
            try await stage.started()
            try await stage.tick()
            #expect(await stage.sight("LTC")?.provider == "CoinMarketCap")
            try stage.spoil()
            for _ in 0..<12 { try await stage.tick() }
            #expect(await stage.sight("LTC") == stage.live("LTC"))
        }
    }

    @Test func aWrongFirstListingPriceDoesNotOutliveTheNextOne() async throws {
        try await MarketStage.run { stage in
            try stage.spoil("/public-api price=LTC:x1000")
            try await stage.started()
            try await stage.tick()
            #expect(await stage.sight("LTC")?.provider == "CoinMarketCap", "nobody can tell which of the two is right")
            try stage.spoil()
            try await stage.listing()
            for _ in 0..<2 { try await stage.tick() }
            #expect(await stage.sight("LTC") == stage.live("LTC"))
        }
    }

    // MARK: With a key, the listing comes every 864 s

    private static let withKey = Duration.seconds(864)

    @Test func aWrongListingPriceIsHeldBackHoweverOldTheLastOneIs() async throws {
        try await MarketStage.run(listingInterval: Self.withKey) { stage in
            try await stage.started()
            let table = await stage.hub.state
            let untraded = try #require((0..<table.count).first { table[$0].pricing.source != table[0].pricing.source })
            let (change, listed) = (table[0].dayChange, table[untraded].priceText)
            await stage.pass(Self.withKey)
            try await stage.tick()
            let symbol = table[untraded].instrument.symbol
            try stage.spoil("/public-api price=BTC:x1000")
            try await stage.listing()
            try await stage.tick()
            #expect(
                await stage.hub.state[0].dayChange.map { abs($0.hundredths - (change?.hundredths ?? 0)) < 5_000 }
                    == true
            )
            try stage.spoil("/public-api price=\(symbol):x1000")
            try await stage.listing()
            let shown = await stage.hub.state[untraded].priceText
            #expect(shown?.count == listed?.count, "\(shown ?? "-") instead of \(listed ?? "-")")
        }
    }

    @Test func aFirstTickerIsJudgedLongAfterTheListing() async throws {
        try await MarketStage.run(listingInterval: Self.withKey) { stage in
            try stage.spoil("/market without=ltcusdt")
            try await stage.started()
            await stage.pass(.seconds(700))
            try stage.spoil("/market price=ltcusdt:x26")
            for _ in 0..<3 { try await stage.tick() }
            #expect(await stage.sight("LTC")?.provider == "CoinMarketCap")
        }
    }

    @Test func anOlderListingReplacesARemovedPair() async throws {
        try await MarketStage.run(listingInterval: Self.withKey) { stage in
            try await stage.started()
            await stage.pass(.seconds(300))
            try await stage.tick()
            #expect(await stage.sight("LTC") == stage.live("LTC"))
            try stage.spoil("/market without=ltcusdt")
            for _ in 0..<59 { try await stage.tick() }
            #expect(await stage.sight("LTC")?.provider == "Huobi")
            try await stage.tick()
            let listed = await stage.sight("LTC")
            #expect(listed?.provider == "CoinMarketCap" && listed?.isLive == false)
        }
    }
}
