import Logging
import MockMarket
import NIOCore
import NIOHTTP1
import PlatformKit
import Shared
import Synchronization
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct RouterTests {
    @Test func bringsStatusBodyAndTheHeadersThatMatter() async throws {
        let headers = ["ETag": "\"v1\"", "Retry-After": "30", "Server": "unread"]
        let reply = MockReply(.imATeapot, headers: headers, text: "short and stout")
        try await withRouter(answering: { _ in reply }) { router in
            let answer = try await router.answer(to: .huobiTickers)
            #expect(answer.status == 418)
            #expect(answer.body == Array("short and stout".utf8))
            #expect(answer.headers == ["etag": "\"v1\"", "content-type": "application/json"])
            #expect(answer.retryAt == testTime.adding(seconds: 30))
            #expect(answer.arrived == testTime)
        }
    }

    @Test func sendsTheRequestThatTheEndpointDescribes() async throws {
        let echo: LoopbackServer.Answer = { request in
            let key = request.headers["X-CMC_PRO_API_KEY"].first ?? "none"
            let encoding = request.headers["Accept-Encoding"].first ?? "none"
            let parameters = request.parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
            return MockReply(text: "\(request.method) \(request.path) \(parameters) \(key) \(encoding)")
        }
        try await withRouter(answering: echo) { router in
            let endpoint = Endpoint.coinMarketCapListing(start: 1, limit: 50, key: APIKey("secret"))
            let answer = try await router.answer(to: endpoint.with("a b", "ü&="))
            let expected =
                #"GET /v1/cryptocurrency/listings/latest ["a%20b=%C3%BC%26%3D", "convert=USD", "limit=50", "#
                + #""start=1"] secret gzip, deflate"#
            #expect(String(decoding: answer.body, as: UTF8.self) == expected)
        }
    }

    @Test func anAnswerHasTheHeaderFieldsOfItsOwnHostAndNoOthers() async throws {
        let reply = MockReply(
            headers: ["X-RateLimit-Reset": "2026-01-01T00:00:00Z", "X-Other": "1", "ETag": "7"],
            body: ByteBuffer()
        )
        try await withRouter(answering: { _ in reply }) { router in
            let listing = try await router.answer(to: .coinMarketCapListing(start: 1, limit: 50, key: APIKey("secret")))
            #expect(listing.headers["x-ratelimit-reset"] == "2026-01-01T00:00:00Z" && listing.headers["etag"] == "7")
            #expect(listing.headers["x-other"] == nil)
            let tickers = try await router.answer(to: .huobiTickers)
            #expect(tickers.headers["etag"] == "7" && tickers.headers["x-ratelimit-reset"] == nil)
        }
    }

    @Test func unpacksGzip() async throws {
        // echo -n '{"status":"ok"}' | gzip -n
        let packed: [UInt8] = [
            0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0x03, 0xab, 0x56, 0x2a, 0x2e, 0x49, 0x2c, 0x29, 0x2d, 0x56, 0xb2, 0x52,
            0xca, 0xcf, 0x56, 0xaa, 0x05, 0x00, 0xdd, 0xed, 0x13, 0x1d, 0x0f, 0, 0, 0,
        ]
        let reply = MockReply(headers: ["Content-Encoding": "gzip"], body: ByteBuffer(bytes: packed))
        try await withRouter(answering: { _ in reply }) { router in
            let answer = try await router.answer(to: .huobiTickers)
            #expect(String(decoding: answer.body, as: UTF8.self) == #"{"status":"ok"}"#)
        }
    }

    #if canImport(Glibc)
        @Test func aLongAnswerIsDecodedOnAThreadOfLowerPriority() async throws {
            let long = MockReply(text: String(repeating: " ", count: 200_000))
            try await withRouter(answering: { $0.path == "/long" ? long : MockReply(text: "short") }) { router in
                let usual = niceValueOfThread()
                for (path, isLong) in [("/short", false), ("/long", true), ("/short", false)] {
                    let value = try await router.value(of: Endpoint(.huobi, path: path)) { _ in niceValueOfThread() }
                    #expect((value > usual) == isLong)
                }
            }
        }

        @Test func pricesAreDecodedAtTheUsualPriorityHoweverLongTheyAre() async throws {
            let seen = Mutex<Int32?>(nil)
            let long = MockReply(text: String(repeating: " ", count: 200_000))
            try await withRouter(answering: { _ in long }) { router in
                let tickers = Provider.Tickers(intervalMin: .zero, endpoint: .huobiTickers) { _ in
                    seen.withLock { $0 = niceValueOfThread() }
                    return TickerBoard(time: nil, tickers: [])
                }
                _ = try await router.board(of: tickers)
                #expect(seen.withLock { $0 } == niceValueOfThread())
            }
        }
    #endif

    @Test func keepsConnectionsForTheNextRequest() async throws {
        try await withRouter(answering: { MockReply(text: "\($0.connection)") }) { router in
            for _ in 0..<5 {
                let answer = try await router.answer(to: .huobiTickers)
                #expect(answer.body == [UInt8(ascii: "1")])
            }
        }
    }

    @Test func limitsTheTransfersPerHost() async throws {
        var limits = RouterLimits()
        limits.inFlightPerHost = 2
        let connections = Mutex<Set<Int>>([])
        let slow: LoopbackServer.Answer = { request in
            _ = connections.withLock { $0.insert(request.connection) }
            return MockReply(steps: [.wait(.milliseconds(2))] + MockReply(text: "done").steps)
        }
        try await withRouter(limits: limits, answering: slow) { router in
            try await withThrowingTaskGroup { group in
                for _ in 0..<12 { group.addTask { try await router.answer(to: .huobiTickers).status } }
                for try await status in group { #expect(status == 200) }
            }
        }
        // Over HTTP/1.1 a transfer in flight has a connection of its own.
        #expect(connections.withLock(\.count) <= 2)
    }

    @Test func refusesRequestsThatWouldWaitTooLong() async throws {
        var limits = RouterLimits()
        limits.inFlightPerHost = 1
        limits.waitingPerHost = 1
        let log = WireLog()
        try await withRouter(limits: limits, log: log, answering: { _ in MockReply(steps: [.hang]) }) { router in
            await withTaskGroup { group in
                for _ in 0..<3 { group.addTask { await failure { try await router.answer(to: .huobiTickers) } } }
                // One hangs, one waits, and the third is refused at once.
                #expect(await group.next() == .unavailable("too many requests are waiting for it", until: nil))
                group.cancelAll()
                for await rest in group { #expect(rest == .cancelled) }
            }
        }
    }

    @Test func anAnswerBeyondTheLimitIsAnError() async throws {
        var limits = RouterLimits()
        limits.bodyBytes = 1000
        let answer: LoopbackServer.Answer = { request in
            MockReply(text: String(repeating: "x", count: request.path == "/market/tickers" ? 1001 : 1000))
        }
        try await withRouter(limits: limits, answering: answer) { router in
            #expect(await failure { try await router.answer(to: .huobiTickers) } == .tooLarge(limit: 1000))
            let largest = try await router.answer(to: Endpoint(.huobi, path: "/fits"))
            #expect(largest.body.count == 1000)
        }
    }

    @Test func anAnswerThatUnpacksBeyondTheLimitIsAnError() async throws {
        var limits = RouterLimits()
        limits.bodyBytes = 1999
        // This unpacks to 2000 times the letter x.
        let packed: [UInt8] = [
            0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0x02, 0x03, 0xab, 0xa8, 0x18, 0x05, 0xa3, 0x60, 0x14, 0x8c, 0x82, 0x51,
            0x30,
            0x0a, 0x46, 0xc1, 0x50, 0x07, 0, 0x7a, 0x65, 0x08, 0x29, 0xd0, 0x07, 0, 0,
        ]
        let reply = MockReply(headers: ["Content-Encoding": "gzip"], body: ByteBuffer(bytes: packed))
        try await withRouter(limits: limits, answering: { _ in reply }) { router in
            #expect(await failure { try await router.answer(to: .huobiTickers) } == .tooLarge(limit: 1999))
        }
    }

    @Test(arguments: ["9223372036854775807", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func noWaitingTimeIsLongerThanAMonth(header: String) async throws {
        let reply = MockReply(.tooManyRequests, headers: ["Retry-After": header], text: "")
        try await withRouter(answering: { _ in reply }) { router in
            guard case .rateLimited(let until) = await failure({ try await router.board(of: .huobi) })
            else {
                Issue.record("not rate limited")
                return
            }
            #expect(until > testTime)
            #expect(until <= testTime.adding(seconds: 31 * 86_400))
        }
    }

    @Test func aSilentServerIsTimedOut() async throws {
        var limits = RouterLimits()
        limits.totalTime = .milliseconds(40)
        try await withRouter(limits: limits, answering: { _ in MockReply(steps: [.hang]) }) { router in
            #expect(await failure { try await router.answer(to: .huobiTickers) } == .timedOut)
        }
    }

    @Test func aMissingHostIsUnavailable() async throws {
        let server = try await LoopbackServer.start(host: "127.0.0.1", port: 0) { _ in MockReply(text: "") }
        await server.stop()
        try await withRouter(base: server.baseURL) { router in
            let told = await failure { try await router.answer(to: .huobiTickers) }
            #expect(told?.isUnavailable == true, "\(String(describing: told))")
        }
    }

    @Test func followsARedirectUnlessItCarriesAKey() async throws {
        let answer: LoopbackServer.Answer = { request in
            if request.path == "/moved" { return MockReply(text: "here") }
            return MockReply(.found, headers: ["Location": "/moved"], text: "")
        }
        try await withRouter(answering: answer) { router in
            let followed = try await router.answer(to: .huobiTickers)
            #expect(followed.body == Array("here".utf8))
            let keyed = Endpoint.coinMarketCapListing(start: 1, limit: 1, key: APIKey("secret"))
            let stopped = try await router.answer(to: keyed)
            #expect(stopped.status == 302)
            #expect(stopped.failureByStatus == .unavailable("it points elsewhere (HTTP 302)", until: nil))
        }
    }

    /// The other host is this machine, too. Only its name or port differs.
    @Test(arguments: [
        ("http://localhost", "127.0.0.1"), ("http://127.0.0.2", "127.0.0.2"), ("//127.0.0.2", "127.0.0.2"),
        ("\\/127.0.0.2", "127.0.0.2"), ("https://127.0.0.1", "127.0.0.1"),
    ])
    func noRedirectLeadsToAnotherHostOrScheme(elsewhere: String, listening: String) async throws {
        let log = WireLog()
        let target = try await LoopbackServer.start(host: listening, port: 0, observe: log.record) { _ in
            MockReply(text: "elsewhere")
        }
        let port = target.baseURL.split(separator: ":").last ?? ""
        let location = elsewhere + ":\(port)/moved"
        try await withRouter(answering: { _ in MockReply(.found, headers: ["Location": location], text: "") }) {
            router in
            let told = await failure { try await router.answer(to: .huobiTickers) }
            #expect(told == .unavailable("it points to another host", until: nil))
            let keyed = Endpoint.coinMarketCapListing(start: 1, limit: 1, key: APIKey("secret"))
            let stopped = try await router.answer(to: keyed)
            #expect(stopped.status == 302, "nothing is followed with a key")
        }
        await target.stop()
        #expect(await log.all().isEmpty)
    }

    @Test func aRedirectToTheWholeAddressOfTheSameHostIsFollowed() async throws {
        let answer: LoopbackServer.Answer = { request in
            if request.path == "/moved" { return MockReply(text: "here") }
            let host = request.headers["host"].first ?? ""
            return MockReply(.movedPermanently, headers: ["Location": "http://\(host)/moved"], text: "")
        }
        try await withRouter(answering: answer) { router in
            let followed = try await router.answer(to: .huobiTickers)
            #expect(followed.body == Array("here".utf8))
        }
    }

    @Test func aRedirectWithoutEndIsAnError() async throws {
        let circle = MockReply(.found, headers: ["Location": "/market/tickers"], text: "")
        try await withRouter(answering: { _ in circle }) { router in
            let told = await failure { try await router.answer(to: .huobiTickers) }
            #expect(told == .unavailable("Number of redirects hit maximum amount", until: nil))
        }
    }

    @Test func productionTakesNoPlainHTTP() async throws {
        let log = WireLog()
        let answer: LoopbackServer.Answer = { _ in MockReply(text: "") }
        try await withRouter(environment: .production, log: log, answering: answer) { router in
            let told = await failure { try await router.answer(to: .huobiTickers) }
            #expect(told?.isUnavailable == true, "\(String(describing: told))")
        }
        #expect(await log.all().isEmpty)
    }

    @Test func aProviderWithoutAnAddressIsUnavailable() async throws {
        let router = Router(environment: ProviderEnvironment(.qa, bases: [:]), logger: .init(label: "test"))
        let told = await failure { try await router.answer(to: .huobiTickers) }
        #expect(told == .unavailable("no address is configured for it in qa", until: nil))
        await router.shutdown()
    }
}

#if canImport(Glibc)
    private func niceValueOfThread() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
#endif
