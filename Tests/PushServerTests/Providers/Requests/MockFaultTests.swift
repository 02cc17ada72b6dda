import MockMarket
import Shared
import Testing

@testable import PushServer

/// How libcurl and our own readers handle the mock's faults.
@Suite(.timeLimit(.minutes(5)))
struct MockFaultTests {
    @Test func packedAnswersAreUnpacked() async throws {
        try await withMockMarket { router, mock in
            let plain = try await router.answer(to: .huobiTickers)
            mock.setFaults([Fault(path: "/market", kind: .gzip)])
            let packed = try await router.answer(to: .huobiTickers)
            #expect(packed.body == plain.body)
        }
    }

    @Test func anAnswerThatFalselyClaimsToBePackedIsBad() async throws {
        try await withMockMarket(faults: [Fault(path: "/", kind: .falseGzip)]) { router, _ in
            let told = await failure { try await router.answer(to: .huobiTickers) }
            guard case .badAnswer? = told else { return #expect(Bool(false), "\(String(describing: told))") }
        }
    }

    @Test func aLargeBodyIsGivenUpAtTheLimit() async throws {
        var limits = RouterLimits()
        limits.bodyBytes = 1 << 20
        let fault = Fault(path: "/", kind: .largeBody(bytes: 1 << 30))
        try await withMockMarket(faults: [fault], limits: limits) { router, mock in
            let told = await failure { try await router.answer(to: .huobiTickers) }
            #expect(told == .tooLarge(limit: 1 << 20))
            mock.setFaults([])
            let board = try await router.board(of: .huobi)
            #expect(!board.tickers.isEmpty)
        }
    }

    /// Reading an answer costs several times its size, so each limit is a little above the largest real answer.
    @Test func anAnswerLargerThanARealOneIsGivenUp() async throws {
        let fault = Fault(path: "/", kind: .largeBody(bytes: 55 << 20))
        try await withMockMarket(coins: 20, faults: [fault], limits: RouterLimits()) { router, _ in
            let (exchange, listings) = (HuobiClient(router: router), CoinMarketCapClient(router: router, key: nil))
            #expect(await failure { try await router.board(of: .huobi) } == .tooLarge(limit: 4 << 20))
            #expect(await failure { try await listings.listing() } == .tooLarge(limit: 1000 * 4096 + 65_536))
            let candles = await failure { try await exchange.series(of: "btcusdt", .hour, count: 2000, until: nil) }
            #expect(candles == .tooLarge(limit: 1 << 20))
        }
    }

    @Test func theLargestRealAnswersFit() async throws {
        try await withMockMarket(coins: 5000) { router, _ in
            let endpoints: [Endpoint] = [
                .coinMarketCapListing(start: 1, limit: 5000, key: nil),
                .huobiTickers, .huobiSymbols,
                .huobiCandles(pair: "btcusdt", period: "1min", size: 2000), .cryptoCompareCoins(key: APIKey("key")),
                .cryptoCompareHistory(.minutes, of: "BTC", in: "USDT", limit: 2000, key: APIKey("key")),
            ]
            for endpoint in endpoints {
                let answer = try await router.answer(to: endpoint)
                #expect(answer.body.count * 2 < endpoint.bodyBytes, "\(endpoint)")
            }
        }
    }

    @Test func aSlowBodyIsTimedOut() async throws {
        var limits = RouterLimits()
        limits.totalTime = .milliseconds(60)
        let fault = Fault(path: "/", kind: .slowBody(.seconds(600)))
        try await withMockMarket(faults: [fault], limits: limits) { router, _ in
            #expect(await failure { try await router.board(of: .huobi) } == .timedOut)
        }
    }

    @Test func wrongTypesNeverMakeRows() async throws {
        try await withMockMarket(faults: [Fault(path: "/", kind: .wrongTypes)]) { router, _ in
            let told = await failure { try await router.board(of: .huobi) }
            guard case .badAnswer? = told else { return #expect(Bool(false), "\(String(describing: told))") }
            let listing = try? await CoinMarketCapClient(router: router, key: nil).listing()
            #expect(listing?.coins.isEmpty ?? true)
        }
    }

    @Test func anErrorUnder200IsAnError() async throws {
        try await withMockMarket(faults: [Fault(path: "/", kind: .errorUnder200)]) { router, _ in
            let huobi = await failure { try await router.board(of: .huobi) }
            #expect(huobi == .unavailable("Failed to load data. Try again later.", until: nil))
            let listing = await failure { try await CoinMarketCapClient(router: router, key: nil).listing() }
            #expect(listing == .unavailable("The system is busy, please try again later!", until: nil))
        }
    }
}
