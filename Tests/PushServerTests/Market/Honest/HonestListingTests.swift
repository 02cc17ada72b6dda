import MockMarket
import Shared
import Testing

@testable import PushServer

/// Listings with old, unreadable or missing rows: prices are unknown or old, and coins stay.
@Suite(.timeLimit(.minutes(5)))
struct HonestListingTests {
    @Test func anOldListingPriceJudgesNothingAndShowsItsAge() async throws {
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
