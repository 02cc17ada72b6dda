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
            for _ in 0..<4 { try await stage.listing() }
            let table = await stage.hub.state
            #expect((0..<table.count).allSatisfy { !table[$0].isDelisted }, "nor any coin")
        }
    }

    @Test func oneListingWithAWrongPriceTakesNoPairAway() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            let change = await stage.hub.state[0].dayChange
            try stage.spoil("/public-api price=BTC:x1000")
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
                tickers: [PairTicker(pair: "ltcusdt", close: try #require(decimal("130000.5")), turnover24h: nil)]
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
        var saved = MarketTable()
        try await MarketStage.run { stage in
            try await stage.started()
            saved = await stage.hub.state
        }
        let table = saved
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
            #expect(await stage.hub.remarks.badRows == 25)
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
}
