import MockMarket
import Shared
import Testing

@testable import PushServer

/// No wrong price and none of another coin is shown as live: real connectors against a mock market that misbehaves.
@Suite(.timeLimit(.minutes(5)))
struct HonestPriceTests {
    // MARK: A pair stays with its coin

    @Test func oneShortListingRemovesNoPair() async throws {
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

    @Test func aCrashBeforeALaggingListingRemovesNoPair() async throws {
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

    @Test func aPairThatLeavesTheTickersGetsOldAndGivesWayToTheListing() async throws {
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

    @Test func aJumpThatTheNextListingContradictsBelongsToANamesake() async throws {
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

    @Test func aJumpBeforeALaggingListingIsHiddenAndKeepsItsPair() async throws {
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
}
