import Foundation
import Shared
import Testing

@testable import MockMarket

/// The id map, coin facts and logos.
struct CoinMarketCapRoutesTests {
    private let now = MarketTime(seconds: 1_700_000_000)
    private var state: MockMarketState

    init() {
        var settings = SimulatedMarket.Settings()
        settings.coins = 1500
        state = MockMarketState(SimulatedMarket(settings: settings, at: now))
    }

    @Test mutating func theMapIsByIdUnlessByRank() throws {
        let byID = try #require(try reply("/v1/cryptocurrency/map?limit=10").object()["data"] as? [[String: Any]])
        #expect(byID.compactMap { $0["id"] as? Int }.first == 1)
        #expect(byID.compactMap { $0["id"] as? Int } == byID.compactMap { $0["id"] as? Int }.sorted())
        let byRank = try #require(
            try reply("/v1/cryptocurrency/map?sort=cmc_rank&start=3&limit=4").object()["data"] as? [[String: Any]]
        )
        #expect(byRank.compactMap { $0["rank"] as? Int } == [3, 4, 5, 6])
        #expect(byRank.allSatisfy { $0["cmc_rank"] == nil && $0["is_active"] as? Int == 1 })
        let known = try reply("/v1/cryptocurrency/map?symbol=BTC,ETH").object()["data"] as? [Any]
        #expect(known?.count == 2)
        #expect(reply("/v1/cryptocurrency/map?symbol=NOSUCH").status == 400)
    }

    @Test(arguments: [("id=1,1027", ["1", "1027"]), ("id=1%2C1027", ["1", "1027"]), ("slug=bitcoin", ["1"])])
    mutating func factsAreKeyedByID(query: String, keys: [String]) throws {
        let data = try #require(
            try reply("/v2/cryptocurrency/info?" + query).object()["data"] as? [String: [String: Any]]
        )
        #expect(data.keys.sorted() == keys.sorted())
        let bitcoin = try #require(data["1"])
        #expect(bitcoin["category"] as? String == "coin")
        #expect(bitcoin["platform"] is NSNull)
        #expect(bitcoin["logo"] as? String == "http://mock.example:81/static/img/coins/64x64/1.png")
        #expect((bitcoin["urls"] as? [String: [String]])?["website"] == ["https://bitcoin.example/"])
        let text = try #require(bitcoin["description"] as? String)
        #expect(text.contains("## What Is Bitcoin?") && text.contains("&amp;") && text.contains("<br/>"))
    }

    @Test mutating func askedBySymbolEachIsAnArray() throws {
        let symbols = Dictionary(grouping: state.market.coins, by: \.identity.symbol)
        let repeated = try #require(symbols.first { $0.value.count > 1 })
        let data =
            try reply("/v2/cryptocurrency/info?symbol=\(repeated.key)").object()["data"] as? [String: [[String: Any]]]
        let ids = data?[repeated.key]?.compactMap { $0["id"] as? Int } ?? []
        #expect(Set(ids) == Set(repeated.value.map { Int($0.identity.id.rawValue) }))
    }

    @Test(arguments: ["", "id=1&symbol=BTC", "id=424242424", "symbol=NOSUCH"])
    mutating func aWrongQuestionIsABadRequest(query: String) throws {
        let reply = reply("/v2/cryptocurrency/info?" + query)
        #expect(reply.status == 400)
        #expect((try reply.object()["status"] as? [String: Any])?["error_code"] as? Int == 400)
    }

    @Test mutating func aRefusedKeyIsReported() {
        let path = "/v1/cryptocurrency/map"
        let wrong = state.reply(to: .get(path, headers: [("X-CMC_PRO_API_KEY", "invalid-key")]), at: now)
        #expect(wrong.status == 401 && wrong.text.contains("1001"))
        #expect(state.reply(to: .get(path), at: now).text.contains("1002"))
        #expect(state.reply(to: .get(path + "?CMC_PRO_API_KEY=any"), at: now).status == 200)
        #expect(state.reply(to: .get("/public-api" + path), at: now).status == 200)
        #expect(reply("/v1/cryptocurrency/listings/latest?id=1").text.contains(#"\"id\" is not allowed"#))
    }

    @Test mutating func everyCoinHasALogo() throws {
        let logo = reply("/static/img/coins/64x64/1.png")
        #expect(logo.header("Content-Type") == "image/png")
        #expect(logo.bodyBytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(logo.bodyBytes.suffix(12) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        #expect(logo.bodyBytes.count < 2000)
        #expect(reply("/static/img/coins/64x64/1027.png").bodyBytes != logo.bodyBytes)
        #expect(reply("/static/img/coins/64x64/424242424.png").status == 404)
        #expect(reply("/media/1182/btc.png").bodyBytes == logo.bodyBytes)
    }

    @Test func checksumsAreTheStandards() {
        #expect(CRC32.checksum(of: Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(StoredDeflate.zlib(Array("abc".utf8)).suffix(4) == [0x02, 0x4D, 0x01, 0x27])
    }

    private mutating func reply(_ uri: String) -> MockReply {
        state.reply(to: .get(uri, headers: [("X-CMC_PRO_API_KEY", "any"), ("Host", "mock.example:81")]), at: now)
    }
}
