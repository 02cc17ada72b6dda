import MockMarket
import NIOHTTP1
import Shared
import Testing

@testable import PushServer

/// The clients' requests (path, parameters and key) and their decoded answers.
@Suite(.timeLimit(.minutes(5)))
struct ClientRequestTests {
    /// Answers the expected request, and refuses every other.
    private func withAnswer(
        _ text: String,
        to path: String,
        _ parameters: [String: String],
        key: String = "",
        _ body: (Router) async throws -> Void
    ) async throws {
        let answer: LoopbackServer.Answer = { request in
            let sent = (request.headers["X-CMC_PRO_API_KEY"] + request.headers["Authorization"]).joined()
            let isExpected = request.path == path && request.parameters == parameters && sent == key
            return isExpected ? MockReply(text: text) : MockReply(.badRequest, text: "")
        }
        try await withRouter(answering: answer, body)
    }

    @Test func coinMarketCapInfo() async throws {
        let parameters = [
            "id": "1027", "aux": "urls%2Clogo%2Cdescription%2Ctags%2Cplatform%2Cdate_added%2Cnotice%2Cstatus",
        ]
        try await withAnswer(Samples.info, to: "/public-api/v2/cryptocurrency/info", parameters) { router in
            let detail = try await CoinMarketCapClient(router: router, key: nil).detail(of: CoinID(1027))
            #expect(detail.name == "Ethereum")
        }
    }

    @Test func huobiPairs() async throws {
        try await withAnswer(Samples.symbols, to: "/v1/common/symbols", [:]) { router in
            let revision = try await HuobiClient(router: router).pairs()
            #expect(revision.value?.pairs.count == 4)
        }
    }

    @Test func huobiCandles() async throws {
        let parameters = ["symbol": "btcusdt", "period": "60min", "size": "6"]
        try await withAnswer(Samples.hours, to: "/market/history/kline", parameters) { router in
            let page = try await HuobiClient(router: router).page(of: "btcusdt", .hour, count: 6, before: nil)
            #expect(page.candles.count == 3)
        }
    }

    @Test func cryptoCompareCoins() async throws {
        try await withAnswer(Samples.coins, to: "/data/all/coinlist", [:], key: "Apikey secret") { router in
            let revision = try await CryptoCompareClient(router: router, key: APIKey("secret")).coins()
            #expect(revision.value?.coins.count == 3)
        }
    }

    @Test func cryptoCompareHistory() async throws {
        let parameters = ["fsym": "BTC", "tsym": "USDT", "limit": "5", "toTs": "1700000000"]
        try await withAnswer(Samples.minutes, to: "/data/v2/histominute", parameters, key: "Apikey secret") { router in
            let client = CryptoCompareClient(router: router, key: APIKey("secret"))
            let series = try await client.series(of: "BTC", .minutes, limit: 5, end: testTime)
            #expect(series.candles.count == 3)
        }
    }
}
