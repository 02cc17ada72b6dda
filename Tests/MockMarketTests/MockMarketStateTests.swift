import Foundation
import NIOCore
import NIOHTTP1
import Shared
import Testing

@testable import MockMarket

/// The answers themselves, without a socket.
struct MockMarketStateTests {
    private let now = MarketTime(seconds: 1_700_000_000)
    private var state: MockMarketState

    init() {
        state = MockMarketState(SimulatedMarket(settings: SimulatedMarket.Settings(), at: now))
    }

    @Test mutating func theListingHasTheProvidersShape() throws {
        let body = try json("/public-api/v3/cryptocurrency/listings/latest?limit=1000")
        let status = try #require(body["status"] as? [String: Any])
        #expect(status["error_code"] as? Int == 0)
        #expect(status["credit_count"] as? Int == 5)
        #expect(status["timestamp"] as? String == "2023-11-14T22:13:20.000Z")
        let rows = try #require(body["data"] as? [[String: Any]])
        #expect(rows.count == 1000)
        let keys: Set = [
            "id", "name", "symbol", "slug", "num_market_pairs", "date_added", "tags", "max_supply",
            "circulating_supply",
            "total_supply", "platform", "cmc_rank", "last_updated", "quote",
        ]
        #expect(rows.allSatisfy { Set($0.keys) == keys })
        let platform = try #require(rows[2]["platform"] as? [String: Any])
        #expect(platform["id"] as? Int == 1027)
        #expect((platform["token_address"] as? String)?.count == 42)
    }

    @Test mutating func theTickersHaveTheProvidersShape() throws {
        let body = try json("/market/tickers")
        #expect(body["status"] as? String == "ok")
        #expect(body["ts"] as? Int == 1_700_000_000_000)
        let rows = try #require(body["data"] as? [[String: Any]])
        let keys: Set = [
            "symbol", "open", "high", "low", "close", "amount", "vol", "count", "bid", "bidSize", "ask", "askSize",
        ]
        #expect(rows.allSatisfy { Set($0.keys) == keys })
        #expect(rows.contains { $0["symbol"] as? String == "btcusdt" })
        #expect(!rows.contains { $0["symbol"] as? String == "usdtusdt" })
        #expect(text(state.reply(to: request("/market/tickers"), at: now)).contains("E-"))
    }

    @Test mutating func onlyChangedRowsAreRenderedAgain() {
        _ = state.reply(to: request("/market/tickers"), at: now)
        let all = state.renderings(of: "/market/tickers")
        _ = state.reply(to: request("/market/tickers"), at: now)
        #expect(state.renderings(of: "/market/tickers") == all)
        let before = state.market.coins.map(\.version)
        state.advance(at: now.adding(milliseconds: 250))
        let changed = zip(state.market.coins, before).filter { $0.pair != nil && $0.version != $1 }.count
        _ = state.reply(to: request("/market/tickers"), at: now)
        #expect(state.renderings(of: "/market/tickers") == all + changed)
    }

    @Test mutating func theProFormWantsAKey() {
        let path = "/v1/cryptocurrency/listings/latest"
        let refused = state.reply(to: request(path), at: now)
        #expect(status(refused) == .unauthorized)
        #expect(text(refused).contains(#""error_code":1002"#))
        #expect(status(state.reply(to: request(path, headers: [("X-CMC_PRO_API_KEY", "any")]), at: now)) == .ok)
    }

    @Test(arguments: ["/", "/market", "/v1/cryptocurrency/listings", "/market/tickers/"])
    mutating func anUnknownPathIsNotFound(path: String) throws {
        let reply = state.reply(to: request(path), at: now)
        #expect(status(reply) == .notFound)
        #expect(try JSONSerialization.jsonObject(with: Data(text(reply).utf8)) is [String: Any])
    }

    @Test(arguments: ["limit=0", "limit=5001", "limit=ten", "start=0", "start=-1", "start=9999999999999999999"])
    mutating func aParameterOutOfRangeIsABadRequest(query: String) {
        let reply = state.reply(to: request("/public-api/v1/cryptocurrency/listings/latest?" + query), at: now)
        #expect(status(reply) == .badRequest)
    }

    @Test mutating func aFaultHitsItsPathForItsNumberOfTimes() {
        state.faults = FaultRules([
            Fault(path: "/market", kind: .status(500), times: 2), Fault(path: "/market", kind: .status(503), times: 1),
        ])
        let statuses = (0..<4).map { _ in status(state.reply(to: request("/market/tickers"), at: now))?.code }
        #expect(statuses == [500, 500, 503, 200])
        state.faults = FaultRules([Fault(path: "/market", kind: .emptyBody)])
        #expect(status(state.reply(to: request("/elsewhere"), at: now)) == .notFound)
        for _ in 0..<3 { #expect(text(state.reply(to: request("/market/tickers"), at: now)) == "") }
    }

    private func request(_ uri: String, headers: [(String, String)] = []) -> MockRequest {
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: HTTPHeaders(headers))
        return MockRequest(head, connection: 1)
    }

    private mutating func json(_ uri: String) throws -> [String: Any] {
        let reply = state.reply(to: request(uri), at: now)
        #expect(status(reply) == .ok)
        return try #require(JSONSerialization.jsonObject(with: Data(text(reply).utf8)) as? [String: Any])
    }

    private func status(_ reply: MockReply) -> HTTPResponseStatus? {
        reply.steps.lazy.compactMap { if case .head(let head) = $0 { head.status } else { nil } }.first
    }

    private func text(_ reply: MockReply) -> String {
        reply.steps.reduce(into: "") { if case .body(let bytes) = $1 { $0 += String(buffer: bytes) } }
    }
}
