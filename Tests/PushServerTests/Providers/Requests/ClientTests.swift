import MockMarket
import Shared
import Testing

@testable import PushServer

/// Both clients against the mock market, over HTTP.
@Suite(.timeLimit(.minutes(5)))
struct ClientTests {
    @Test(arguments: [nil, APIKey("any")])
    func theListingIsTheMarket(key: APIKey?) async throws {
        try await withMockMarket(coins: 1000) { router, mock in
            let listing = try await CoinMarketCapClient(router: router, key: key).listing()
            let market = mock.market
            #expect(listing.time == testTime)
            #expect(listing.badRows == 0)
            #expect(listing.coins.map(\.rank) == Array(1...1000))
            #expect(listing.coins.map(\.id) == market.ranking.map { market.coins[$0].identity.id })
            for (listed, place) in zip(listing.coins, market.ranking) {
                let coin = market.coins[place]
                #expect(listed.price?.mantissa(at: -coin.decimals) == coin.price)
                #expect(listed.kind == coin.identity.kind)
                #expect(listed.circulatingSupply?.mantissa(at: 0) == coin.supply)
                #expect(listed.change24h != nil)
            }
        }
    }

    @Test func aPartOfTheListingCanBeRequested() async throws {
        try await withMockMarket { router, _ in
            let client = CoinMarketCapClient(router: router, key: nil)
            let middle = try await client.listing(start: 11, limit: 5)
            #expect(middle.coins.map(\.rank) == Array(11...15))
            let end = try await client.listing(start: 199, limit: 100)
            #expect(end.coins.map(\.rank) == [199, 200])
            let beyond = try await client.listing(start: 900, limit: 100)
            #expect(beyond.coins.isEmpty)
            #expect(await failure { try await client.listing(limit: 0) } == .refused("Invalid value for 'limit'"))
        }
    }

    @Test func theTickersAreTheMarketTickByTick() async throws {
        try await withMockMarket(coins: 1000) { router, mock in
            for _ in 0..<3 {
                let board = try await router.board(of: .huobi)
                let traded = mock.market.coins.filter { $0.pair != nil }
                #expect(board.badRows == 0)
                #expect(board.tickers.map(\.pair) == traded.map(\.pair))
                #expect(zip(board.tickers, traded).allSatisfy { $0.close.mantissa(at: -$1.decimals) == $1.price })
                mock.advance()
            }
        }
    }

    @Test(arguments: [
        (Fault.Kind.status(401), ProviderFailure.needsKey(.missing)), (.status(402), .needsKey(.notAllowed)),
        (.status(403), .needsKey(.notAllowed)), (.status(410), .unavailable("An internal error occurred.", until: nil)),
        (.status(429), .rateLimited(until: testTime.adding(seconds: 60))),
        (.status(429, retryAfter: 5), .rateLimited(until: testTime.adding(seconds: 5))),
        (.status(503, retryAfter: 9), .unavailable("An internal error occurred.", until: testTime.adding(seconds: 9))),
        (.htmlPage, .badAnswer("it is a page of HTML", beginning: "<!DOCTYPE html><title>Just a moment...</title>")),
        (.emptyBody, .badAnswer("it is empty", beginning: "")),
        (
            .malformedJSON,
            .badAnswer("it is not JSON at byte 43", beginning: #"{"status":{"error_code":0},"data":[{"id":1,,]}"#)
        ),
        (.cutBody(after: 20), .badAnswer("it broke off, \(brokenOff)", beginning: #"{"status":{"timestam"#)),
    ])
    func aFaultIsTheRightErrorAndPasses(kind: Fault.Kind, expected: ProviderFailure) async throws {
        try await withMockMarket(faults: [Fault(path: "/", kind: kind, times: 1)]) { router, mock in
            let told = await failure { try await CoinMarketCapClient(router: router, key: nil).listing() }
            #expect(told == expected)
            // Another router, because this test is not about holds after a refusal.
            let recovered = try await withRouter(base: mock.baseURL) { router in
                try await CoinMarketCapClient(router: router, key: nil).listing()
            }
            #expect(recovered.coins.count == 200)
        }
    }

    @Test(arguments: [
        (Fault.Kind.status(429, retryAfter: 5), ProviderFailure.rateLimited(until: testTime.adding(seconds: 5))),
        (.emptyBody, .badAnswer("it is empty", beginning: "")),
        (.cutBody(after: 20), .badAnswer("it broke off, \(brokenOff)", beginning: #"{"status":"ok","ts":"#)),
    ])
    func aFaultOfTheTickersToo(kind: Fault.Kind, expected: ProviderFailure) async throws {
        try await withMockMarket(faults: [Fault(path: "/market", kind: kind, times: 1)]) { router, mock in
            let told = await failure { try await router.board(of: .huobi) }
            #expect(told == expected)
            let recovered = try await withRouter(base: mock.baseURL) { try await $0.board(of: .huobi) }
            #expect(!recovered.tickers.isEmpty)
        }
    }

    @Test func aResetIsUnavailable() async throws {
        try await withMockMarket(faults: [Fault(path: "/market", kind: .reset, times: 1)]) { router, _ in
            let told = await failure { try await router.board(of: .huobi) }
            #expect(told?.isUnavailable == true, "\(String(describing: told))")
            let board = try await router.board(of: .huobi)
            #expect(!board.tickers.isEmpty)
        }
    }

    @Test(arguments: [Fault.Kind.never, .slowHeaders(.seconds(60))])
    func aSlowProviderIsTimedOut(kind: Fault.Kind) async throws {
        var limits = RouterLimits()
        limits.totalTime = .milliseconds(40)
        try await withMockMarket(faults: [Fault(path: "/", kind: kind)], limits: limits) { router, _ in
            #expect(await failure { try await router.board(of: .huobi) } == .timedOut)
        }
    }

    @Test func slowHeadersWithinTheLimitAreOnlySlow() async throws {
        try await withMockMarket(faults: [Fault(path: "/", kind: .slowHeaders(.milliseconds(1)))]) { router, _ in
            let board = try await router.board(of: .huobi)
            #expect(!board.tickers.isEmpty)
        }
    }
}

/// libcurl's words for a connection that closes before the announced length.
private let brokenOff = "Transferred a partial file"
