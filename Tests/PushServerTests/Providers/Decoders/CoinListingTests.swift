import Shared
import Testing

@testable import PushServer

struct CoinListingTests {
    @Test func readsEveryFieldExactly() throws {
        let listing = try CoinListing(coinMarketCap: HTTPAnswer(text: Samples.listing))
        #expect(listing.time.iso8601 == "2021-06-29T00:23:45.130Z")
        #expect(listing.badRows == 2)
        let bitcoin = try #require(listing.coins.first)
        #expect(bitcoin.id == CoinID(1))
        #expect([bitcoin.name, bitcoin.symbol, bitcoin.slug] == ["Bitcoin", "BTC", "bitcoin"])
        #expect(bitcoin.rank == 1)
        #expect(bitcoin.kind == .coin)
        #expect(bitcoin.circulatingSupply == decimal("18744243"))
        #expect(bitcoin.price == decimal("34639.39567221676"))
        #expect(bitcoin.volume24h == decimal("33598013479.834164"))
        #expect(bitcoin.change1h == decimal("1.10713069"))
        #expect(bitcoin.change24h == decimal("-0.41398876"))
        #expect(bitcoin.change7d == .zero)
        #expect(bitcoin.lastUpdated?.iso8601 == "2021-06-29T00:23:02.000Z")
    }

    @Test func aMissingOrOddFieldCostsOnlyItself() throws {
        let shiba = try #require(CoinListing(coinMarketCap: HTTPAnswer(text: Samples.listing)).coins.last)
        #expect(shiba.id == CoinID(5994))
        #expect(shiba.name == "Shiba Inu")
        #expect(shiba.kind == .token)
        #expect(shiba.contract == "0x95aD")
        #expect(shiba.price == decimal("0.000000063"))
        #expect(shiba.circulatingSupply == decimal("394796000000000"))
        #expect(shiba.slug == "")
        #expect(shiba.rank == nil)
        #expect(shiba.lastUpdated == nil)
        #expect([shiba.volume24h, shiba.change1h, shiba.change24h, shiba.change7d] == [nil, nil, nil, nil])
    }

    @Test(arguments: [
        (#"[]"#, "it lists no coins"), (#"[{"id":1,"name":"A","symbol":"A"},7,{}]"#, "2 of its 3 coins cannot be read"),
    ])
    func aListingOfNothingIsNoListing(data: String, reason: String) {
        let answer = HTTPAnswer(text: #"{"status":{"error_code":0},"data":\#(data)}"#)
        #expect(throws: answer.badAnswer(reason)) { try CoinListing(coinMarketCap: answer) }
    }

    @Test func onlyThePartBeyondTheEndMayBeEmpty() throws {
        let answer = HTTPAnswer(text: #"{"status":{"error_code":0},"data":[]}"#)
        #expect(try CoinListing(coinMarketCap: answer, mayBeEmpty: true).coins.isEmpty)
    }

    @Test(arguments: ["2023-11-14T22:13:20.001Z", "9999-12-31T23:59:59Z", "1960-01-01T00:00:00Z", "today"])
    func aTimeThatCannotBeIsTheArrival(time: String) throws {
        let answer = HTTPAnswer(
            text: #"{"status":{"error_code":0,"timestamp":"\#(time)"},"data":[{"id":1,"name":"A","symbol":"A"}]}"#
        )
        #expect(try CoinListing(coinMarketCap: answer).time == testTime)
    }

    @Test func quotesMayComeAsAListAndTheCodeAsText() throws {
        let listing = try CoinListing(coinMarketCap: HTTPAnswer(text: Samples.listingWithListOfQuotes))
        #expect(listing.coins.map(\.price) == [decimal("3.5")])
        #expect(listing.time == testTime)
    }

    @Test(.ifRecorded) func readsTheRecordedThousand() throws {
        let answer = try RecordedData.answer("coinmarketcap/listings_latest_top1000_20210629T002345Z.json")
        let listing = try CoinListing(coinMarketCap: answer)
        #expect(listing.time.iso8601 == "2021-06-29T00:23:45.130Z")
        #expect(listing.badRows == 0)
        #expect(listing.coins.map(\.rank) == Array(1...1000))
        #expect(Set(listing.coins.map(\.id)).count == 1000)
        #expect(listing.coins.filter { $0.kind == .token }.count == 689)
        #expect(listing.coins.filter { $0.contract?.isEmpty == false }.count == 689)
        #expect(listing.coins.filter { $0.price == nil || $0.change24h == nil }.isEmpty)
        #expect(listing.coins.first?.price == decimal("34639.39567221676"))
        #expect(listing.coins.compactMap(\.price).min() == decimal("6.315931e-8"))
        #expect(listing.coins.compactMap(\.price).max() == decimal("34813.5124012082"))
        #expect(listing.coins.filter { $0.volume24h == .zero }.count == 24)
    }

    @Test(.ifRecorded, arguments: ["20210630T141655Z", "20210630T145736Z"])
    func readsTheRecordedTen(time: String) throws {
        let listing = try CoinListing(
            coinMarketCap: RecordedData.answer("coinmarketcap/listings_latest_top10_\(time).json")
        )
        #expect(listing.coins.count == 10)
        #expect(listing.coins.first?.symbol == "BTC")
    }
}

/// A number in a test, which must be one.
func decimal(_ text: String) -> ExactDecimal? { try? ExactDecimal(parsing: text) }
