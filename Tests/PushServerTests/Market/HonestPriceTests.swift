import MockMarket
import Shared
import Testing

@testable import PushServer

/// No old and no wrong price is shown as live: real connectors against a mock market that misbehaves.
@Suite(.timeLimit(.minutes(5)))
struct HonestPriceTests {
    // MARK: A pair stays with its coin

    @Test func oneShortListingTakesNoPairAway() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            #expect(await stage.sight("LTC") == stage.live("LTC"))
            try stage.spoil("/public-api rows=10")
            try await stage.listing()
            try await stage.tick()
            #expect(await stage.sight("LTC") == stage.live("LTC"))
            for _ in 0..<4 { try await stage.nextListing() }
            let table = await stage.hub.state
            #expect((0..<table.count).allSatisfy { !table[$0].isDelisted }, "nor any coin")
        }
    }

    @Test func listingsThatLackAFifthDelistNobody() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            try stage.spoil("/public-api rows=160")
            for _ in 0..<5 { try await stage.nextListing() }
            let table = await stage.hub.state
            #expect((0..<table.count).allSatisfy { !table[$0].isDelisted })
            for _ in 0..<9 { try await stage.nextListing() }
            let believed = await stage.hub.state
            #expect((0..<believed.count).count { believed[$0].isDelisted } == 40, "but it is believed in the end")
        }
    }

    @Test(arguments: ["x1000", "x3", "/3"])
    func oneListingWithAWrongPriceTakesNoPairAway(fault: String) async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            let change = await stage.hub.state[0].dayChange
            try stage.spoil("/public-api price=BTC:\(fault)")
            try await stage.listing()
            #expect(await stage.hub.state[0].dayChange == change, "nor is it taken for what the price was a day ago")
            try await stage.tick()
            #expect(await stage.sight("BTC") == stage.live("BTC"))
        }
    }

    @Test func aCrashThatTheListingLagsBehindTakesNoPairAway() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            let before = try #require(stage.traded("LTC").flatMap { decimal($0) }).approximate
            try stage.spoil("/market price=ltcusdt:/3")
            for _ in 0..<2 {
                try await stage.tick()
                try await stage.listing()
            }
            let sight = try #require(await stage.sight("LTC"))
            #expect(sight.isLive && sight.provider == "Huobi")
            #expect(try #require(sight.price.flatMap { decimal($0) }).approximate < before / 2)
        }
    }

    @Test func aPairThatIsGoneFromTheTickersGetsOldAndGivesWayToTheListing() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            let last = stage.traded("LTC")
            try stage.spoil("/market without=ltcusdt")
            try await stage.run(seconds: 9)
            #expect(await stage.sight("LTC")?.isLive == true)
            try await stage.run(seconds: 2)
            let old = MarketStage.Sight(price: last, provider: "Huobi", isLive: false, seconds: 11)
            #expect(await stage.sight("LTC") == old)
            #expect(await stage.sight("BTC") == stage.live("BTC"), "the others do not suffer")
            try await stage.run(seconds: 60)
            let listed = await stage.sight("LTC")
            #expect(listed?.provider == "CoinMarketCap")
            #expect(listed?.isLive == false)
            try stage.spoil()
            try await stage.tick()
            #expect(await stage.sight("LTC") == stage.live("LTC"))
        }
    }

    // MARK: Namesakes and jumps

    @Test func aTickerThatAppearsAfterTheMatchingIsCheckedFirst() async throws {
        try await MarketStage.run { stage in
            try stage.spoil("/market without=ltcusdt")
            try await stage.started()
            try stage.spoil("/market price=ltcusdt:x26")
            for _ in 0..<3 {
                try await stage.tick()
                #expect(await stage.sight("LTC")?.provider == "CoinMarketCap")
            }
        }
    }

    @Test func theGuardDoesNotTrustTheExchangesClock() async throws {
        try await MarketStage.run { stage in
            try await stage.listing()
            try await stage.pairs()
            let board = TickerBoard(
                time: stage.now.adding(seconds: -1200),
                tickers: [PairTicker(pair: "ltcusdt", close: try #require(decimal("130000.5")))]
            )
            for _ in 0..<2 { await stage.hub.arrived(board, provider: "Huobi") }
            #expect(await stage.sight("LTC")?.provider == "CoinMarketCap")
        }
    }

    @Test func aSingleTickThatJumpsIsNotShown() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            let before = await stage.sight("LTC")
            for factor in ["x1000", "/1000"] {
                try stage.spoil("/market price=ltcusdt:\(factor)")
                try await stage.tickers()
                #expect(await stage.sight("LTC") == before)
                try stage.spoil()
                try await stage.tick()
                #expect(await stage.sight("LTC") == stage.live("LTC"))
            }
        }
    }

    @Test func aJumpThatTheNextAnswerAgreesWithIsShown() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            let before = try #require(stage.traded("LTC").flatMap { decimal($0) }).approximate
            try stage.spoil("/market price=ltcusdt:x6")
            try await stage.tick()
            try await stage.tick()
            let sight = try #require(await stage.sight("LTC"))
            #expect(sight.isLive)
            #expect(try #require(sight.price.flatMap { decimal($0) }).approximate > before * 5)
        }
    }

    @Test func aJumpThatTheNextListingContradictsIsThatOfANamesake() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            try stage.spoil("/market price=ltcusdt:x26")
            for _ in 0..<2 { try await stage.tick() }
            await stage.pass(.seconds(1))
            try await stage.run(seconds: 60)
            #expect(await stage.sight("LTC")?.provider == "CoinMarketCap")
        }
    }

    @Test func aJumpThatAnotherExchangeContradictsIsNotShown() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            try await stage.secondExchange()
            await stage.second()
            try stage.spoil("/market price=btcusdt:x26")
            let before = try #require(await stage.sight("BTC")?.price.flatMap { decimal($0) }).approximate
            for second in 1...15 {
                await stage.second()
                let sight = try #require(await stage.sight("BTC"))
                #expect(sight.provider == (second < 10 ? "Huobi" : "Binance"), "after \(second) s")
                #expect(try #require(sight.price.flatMap { decimal($0) }).approximate < before * 2)
            }
            try stage.spoil()
            await stage.second()
            #expect(await stage.sight("BTC") == stage.live("BTC"))
        }
    }

    @Test func aJumpThatTheListingLagsBehindIsHiddenMeanwhileAndKeepsItsPair() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            try stage.spoil("/market price=ltcusdt:/8")
            for _ in 0..<2 { try await stage.tick() }
            #expect(await stage.sight("LTC")?.isLive == true)
            await stage.pass(.seconds(1))
            try await stage.listing()
            try await stage.tick()
            #expect(await stage.sight("LTC")?.provider == "CoinMarketCap", "who is right cannot be told")
            _ = stage.candles.takeAll()
            try stage.spoil("/market price=ltcusdt:/8", "/public-api price=LTC:/8")
            await stage.pass(.seconds(60))
            try await stage.listing()
            try await stage.tick()
            let sight = try #require(await stage.sight("LTC"))
            #expect(sight.isLive && sight.provider == "Huobi")
            let coin = try #require(stage.mock.market.coins.first { $0.identity.symbol == "LTC" }).identity.id
            let maps = stage.candles.takeAll().compactMap { event in
                if case .pairsChanged(let pairs, _) = event { pairs } else { nil }
            }
            #expect(!maps.isEmpty && maps.allSatisfy { $0.symbol(of: coin, at: "Huobi") == "ltcusdt" })
        }
    }

    // MARK: Clocks

    @Test(arguments: ["clock=-480s", "clock=480s"])
    func anExchangeWhoseClockIsOffIsLiveAndToldOnce(fault: String) async throws {
        try await MarketStage.run { stage in
            try stage.spoil("/market/tickers \(fault)")
            try await stage.started()
            for _ in 0..<3 { try await stage.tick() }
            #expect(await stage.sight("LTC") == stage.live("LTC"))
            let offsets = await stage.hub.clockOffsets.map { abs(Int($0.offset / .seconds(1))) }
            #expect(offsets == [480])
        }
    }

    @Test func anExchangeWhoseStampsStandStillIsNotLive() async throws {
        try await MarketStage.run { stage in
            try stage.spoil("/market/tickers stopped=\(stage.now.milliseconds)")
            try await stage.started()
            for _ in 0..<12 {
                await stage.pass(.seconds(1))
                try await stage.tickers()
            }
            #expect(await stage.sight("LTC")?.isLive == false)
            let source = await stage.hub.state.sources.first { $0.kind == .tickers }
            #expect(source?.state == .stale)
            #expect(source?.cause.contains("repeats") == true, "\(source?.cause ?? "")")
        }
    }

    @Test func anAnswerWithAnOlderStampIsNotNews() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            let before = await stage.sight("LTC")
            try stage.spoil("/market/tickers clock=-30s")
            try await stage.tick()
            #expect(await stage.sight("LTC")?.price == before?.price, "it comes from a cache that lags")
            for _ in 0..<62 { try await stage.tick() }
            #expect(await stage.sight("LTC") == stage.live("LTC"), "a clock that was set back goes on from there")
        }
    }

    @Test func anExchangeThatHangsIsToldBeforeTheServerSeemsSilent() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            let before = await stage.hub.state.sequence
            for _ in 0..<4 { await stage.pass(.seconds(1)) }
            let table = await stage.hub.state
            let source = table.sources.first { $0.kind == .tickers }
            #expect(table.sequence > before)
            #expect(source?.state == .stale)
            #expect(source?.cause.hasPrefix("Huobi has not answered since ") == true, "\(source?.cause ?? "")")
            try await stage.tick()
            #expect(await stage.hub.state.sources.first { $0.kind == .tickers }?.state == .live)
        }
    }

    // MARK: After a restart

    @Test func whatWasSavedIsOldUntilItsSourceHasAnswered() async throws {
        let table = try await MarketStage.saved()
        try await MarketStage.run(continuing: table) { stage in
            await stage.pass(.seconds(47))
            #expect(await stage.hub.state.sources.allSatisfy { $0.state == .starting })
            let sight = await stage.sight("LTC")
            #expect(sight?.isLive == false)
            #expect(sight?.seconds == 47)
            try await stage.started()
            try await stage.tick()
            #expect(await stage.sight("LTC") == stage.live("LTC"))
        }
    }

    @Test(arguments: ["/market/tickers", "/v1/common/symbols", "/public-api", "/"])
    func aSourceThatHangsDoesNotKeepTheServerFromBeingReady(path: String) async throws {
        try await MarketStage.run { stage in
            async let waiting: Void = stage.hub.waitUntilStarted(
                patience: StartWaiters.Patience(seconds: 3, secondsWithoutCoins: 5)
            )
            if !"/public-api".hasPrefix(path) { try await stage.listing() }
            if !"/v1/common/symbols".hasPrefix(path) { try await stage.pairs() }
            if !"/market/tickers".hasPrefix(path) { try await stage.tickers() }
            for _ in 0..<5 { await stage.pass(.seconds(1)) }
            await waiting
        }
    }

    // MARK: Listings

    @Test func anOldListingPriceJudgesNothingAndSaysHowOldItIs() async throws {
        try await MarketStage.run { stage in
            try stage.spoil("/public-api age=LTC:1296000s")
            try await stage.listing()
            #expect(await stage.sight("LTC")?.seconds ?? 0 >= 1_296_000)
            #expect(await stage.sight("LTC")?.isLive == false)
            let table = await stage.hub.state
            let row = try #require((0..<table.count).first { table[$0].instrument.symbol == "LTC" })
            #expect(table.isOld(table[row].pricing))
            try await stage.pairs()
            try stage.spoil("/market price=ltcusdt:x3")
            try await stage.tick()
            #expect(await stage.sight("LTC")?.provider == "Huobi", "what is 15 days old makes no namesake of it")
        }
    }

    @Test func aCacheThatStandsStillJudgesNothingAfterAFreshStart() async throws {
        try await MarketStage.run { stage in
            let frozen = try await stage.listed()
            await stage.pass(.seconds(3600))
            await stage.hub.arrived(frozen, provider: Provider.coinMarketCap.name)
            #expect(await stage.sight("LTC")?.seconds ?? 0 >= 3600, "its stamp is as old as its prices")
            try stage.spoil("/market price=ltcusdt:x3")
            try await stage.pairs()
            try await stage.tick()
            #expect(await stage.sight("LTC")?.provider == "Huobi", "what is an hour old makes no namesake of it")
        }
    }

    @Test func aListingWhoseClockIsBehindJudgesOnceItsStampHasMoved() async throws {
        try await MarketStage.run { stage in
            let first = try await stage.listed()
            await stage.pass(.seconds(60))
            let second = try await stage.listed()
            await stage.pass(.seconds(1800))
            await stage.hub.arrived(first, provider: Provider.coinMarketCap.name)
            await stage.pass(.seconds(60))
            await stage.hub.arrived(second, provider: Provider.coinMarketCap.name)
            try stage.spoil("/market price=ltcusdt:x3")
            try await stage.pairs()
            try await stage.tick()
            #expect(await stage.sight("LTC")?.provider == "CoinMarketCap", "its clock runs")
        }
    }

    @Test(arguments: ["null", "1234567890123456789012"])
    func aListingPriceThatCannotBeReadIsUnknown(price: String) async throws {
        try await MarketStage.run { stage in
            try await stage.listing()
            #expect(await stage.sight("LTC")?.price != nil)
            try stage.spoil("/public-api price=LTC:\(price)")
            try await stage.listing()
            #expect(await stage.sight("LTC")?.price == nil)
            #expect(await stage.hub.remarks.lostPrices == 1)
        }
    }

    @Test(arguments: ["null", "1234567890123456789012"])
    func aTickerPriceThatCannotBeReadDoesNotLeaveTheOldOneStanding(price: String) async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            try stage.spoil("/market price=ltcusdt:\(price)")
            try await stage.tick()
            let sight = await stage.sight("LTC")
            #expect(sight?.provider == "CoinMarketCap")
            #expect(sight?.isLive == false)
            #expect(await stage.hub.remarks.lostPrices == 1)
        }
    }

    @Test func coinsWhoseRowsCannotBeReadStayWithTheirOldPrices() async throws {
        try await MarketStage.run { stage in
            try await stage.listing()
            let price = await stage.sight("BTC")?.price
            try stage.spoil("/public-api bad-rows=5")
            for _ in 0..<5 {
                await stage.pass(.seconds(180))
                try await stage.listing()
            }
            let table = await stage.hub.state
            #expect(!table[0].isDelisted)
            #expect(table[0].priceText == price)
            #expect(table.isOld(table[0].pricing), "and dim")
            #expect(stage.unreadRows == 25)
        }
    }

    @Test func aDuplicateRowAndAByteOrderMarkCostNothing() async throws {
        try await MarketStage.run { stage in
            try stage.spoil("/public-api twice=LTC")
            try await stage.started()
            #expect(await stage.sight("LTC") == stage.live("LTC"))
            try stage.spoil("/ bom")
            try await stage.listing()
            try await stage.pairs()
            try await stage.tick()
            #expect(await stage.sight("LTC") == stage.live("LTC"))
        }
    }

    // MARK: With a key the listing is asked every 864 s

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

    @Test func aPairThatIsGoneGivesWayToAListingThatIsOlder() async throws {
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

    // MARK: More of pairs

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
        // Each has a pair of its own again.
        let tickers = try [("lunausdt", "91"), ("luncusdt", "102")].map { pair, price in
            PairTicker(pair: pair, close: try #require(decimal(price)))
        }
        let next = start.adding(seconds: 1)
        _ = rules.arrived(TickerBoard(time: next, tickers: tickers), "Huobi", now: next)
        #expect((0..<2).map { rules.table[$0].priceText } == ["102", "91"])
    }

    @Test func aShortListOfPairsTakesNoPairAway() async throws {
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

    // MARK: Clocks and caches of the server's side

    @Test func whatWasHeardBeforeTheClockWasSetBackIsNotLive() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            try await stage.tick()
            await stage.pass(.seconds(-3600))
            await stage.hub.failed(.tickers, ProviderError(.huobiTickers, .timedOut), retryAt: stage.now)
            for _ in 0..<20 { await stage.pass(.seconds(1)) }
            let old = await stage.sight("LTC")
            #expect(old?.isLive == false && old?.seconds == nil, "\(String(describing: old))")
            // The exchange's clock was right all the while.
            let board = TickerBoard(
                time: stage.now.adding(seconds: 7200),
                tickers: [
                    PairTicker(
                        pair: "ltcusdt",
                        close: try #require(decimal(stage.traded("LTC") ?? ""))
                    )
                ]
            )
            await stage.hub.arrived(board, provider: "Huobi")
            #expect(await stage.sight("LTC") == stage.live("LTC"))
            #expect(await stage.hub.state.sources.first { $0.kind == .tickers }?.lastEvent == stage.now)
        }
    }

    @Test func aListingThatRepeatsItselfGetsOldAndIsTold() async throws {
        try await MarketStage.run { stage in
            let cached = try await stage.listed()
            for _ in 0..<60 {
                await stage.hub.arrived(cached, provider: "CoinMarketCap")
                await stage.pass(.seconds(60))
            }
            #expect(await stage.sight("LTC")?.seconds ?? 0 >= 3540)
            let table = await stage.hub.state
            #expect(table.sources.first { $0.kind == .listing }?.state == .stale)
            #expect(table.sources.first { $0.kind == .listing }?.cause.contains("repeats") == true)
            let row = try #require((0..<table.count).first { table[$0].instrument.symbol == "LTC" })
            try await stage.pairs()
            try stage.spoil("/market price=ltcusdt:x3")
            try await stage.tick()
            #expect(await stage.sight("LTC")?.provider == "Huobi", "and it judges nothing any more")
            #expect(await stage.hub.state[row].dayChange == nil, "nor is it a price of yesterday")
        }
    }

    @Test func anAnswerThatIsRepeatedAfterAFailureSaysSo() async throws {
        try await MarketStage.run { stage in
            let cached = try await stage.listed()
            await stage.hub.arrived(cached, provider: "CoinMarketCap")
            await stage.pass(.seconds(60))
            let error = ProviderError(.coinMarketCapListing(start: 1, limit: 200, key: nil), .timedOut)
            await stage.hub.failed(.listing, error, retryAt: stage.now)
            await stage.pass(.seconds(60))
            await stage.hub.arrived(cached, provider: "CoinMarketCap")
            let listing = try #require(await stage.hub.state.sources.first { $0.kind == .listing })
            #expect(listing.state == .stale && listing.cause.contains("repeats what it said at"), "\(listing)")
        }
    }

    /// As if two caches answered in turn, and neither moved on.
    @Test func listingsThatTakeTurnsGetOldAndConfirmNothing() async throws {
        try await MarketStage.run { stage in
            let before = try await stage.listed()
            await stage.pass(.seconds(30))
            try stage.spoil("/public-api price=BTC:x1000")
            let wrong = try await stage.listed()
            let price = before.coins.first?.price
            for _ in 0..<30 {
                for cached in [before, wrong] { await stage.hub.arrived(cached, provider: "CoinMarketCap") }
                await stage.pass(.seconds(60))
            }
            let sight = await stage.sight("BTC")
            #expect(sight?.seconds ?? 0 >= 1740)
            #expect(sight?.price.flatMap { decimal($0) } == price, "an answer that comes again is no second listing")
            let listing = await stage.hub.state.sources.first { $0.kind == .listing }
            #expect(listing?.state == .stale)
        }
    }

    @Test func answersWithoutStampsThatStandStillOrTakeTurnsAreNotLive() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            let known = try #require(stage.traded("LTC").flatMap { decimal($0) })
            let prices = [known, try ExactDecimal(mantissa: known.mantissa + 1, exponent: known.exponent)]
            func board(_ number: Int) -> TickerBoard {
                let ticker = PairTicker(pair: "ltcusdt", close: prices[number % 2])
                return TickerBoard(time: nil, tickers: [ticker])
            }
            for number in 0..<12 {
                await stage.pass(.seconds(1))
                await stage.hub.arrived(board(number), provider: "Huobi")
            }
            #expect(await stage.sight("LTC")?.isLive == false)
            let exchange = await stage.hub.state.sources.first { $0.kind == .tickers }
            #expect(exchange?.state == .stale)
        }
    }

    @Test func aPairThatIsMissingFromAnAnswerIsToldWithItsOwnAge() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            try stage.spoil("/market without=ltcusdt")
            try await stage.run(seconds: 5)
            await stage.pass(.seconds(1))
            #expect(await stage.sight("LTC")?.seconds == 6)
            await stage.pass(.seconds(4))
            #expect(await stage.sight("LTC")?.isLive == false, "however lately the exchange said something of others")
        }
    }

    // MARK: More of restarts

    @Test func theExchangeIsLiveAfterARestartThoughTheListingHangs() async throws {
        let table = try await MarketStage.saved()
        try await MarketStage.run(continuing: table) { stage in
            await stage.pass(.seconds(3))
            #expect(await stage.sight("LTC")?.isLive == false, "what was saved is not of now, however young it is")
            try stage.spoil("/market without=ethusdt")
            try await stage.pairs()
            try await stage.tick()
            #expect(await stage.sight("LTC") == stage.live("LTC"))
            #expect(await stage.sight("ETH")?.seconds ?? 0 >= 4, "what did not come is as old as it was")
        }
    }

    @Test func whatWasSavedIsNotLiveAfterItsSourcesFirstRequestHasFailed() async throws {
        let table = try await MarketStage.saved()
        try await MarketStage.run(continuing: table) { stage in
            await stage.pass(.seconds(2))
            await stage.hub.failed(.tickers, ProviderError(.huobiTickers, .timedOut), retryAt: stage.now)
            for seconds in 2...5 {
                let sight = await stage.sight("LTC")
                #expect(sight?.seconds == seconds && sight?.isLive == false, "\(String(describing: sight))")
                await stage.pass(.seconds(1))
            }
            try await stage.pairs()
            try await stage.tick()
            #expect(await stage.sight("LTC") == stage.live("LTC"))
        }
    }

    // MARK: More of listings

    @Test func coinsWhoseRowsAreNeverReadAgainStay() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            try stage.spoil("/public-api bad-rows=5")
            for _ in 0..<40 { try await stage.nextListing() }
            #expect(await !stage.hub.state[0].isDelisted)
            try await stage.tick()
            #expect(await stage.sight("BTC") == stage.live("BTC"))
        }
    }

    @Test(arguments: [Int64(-62_135_596_800), 0])
    func aPriceOfTheYearOneIsNotOfNow(seconds: Int64) {
        let pricing = Pricing(decimals: 2, source: .listing, heard: MarketTime(seconds: seconds))
        #expect(pricing.heard == MarketTime(seconds: 1))
    }
}
