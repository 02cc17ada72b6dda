import MockMarket
import NIOCore
import NIOHTTP1
import Shared
import Synchronization
import Testing

@testable import PushServer

/// One request for everybody. The answer is kept, a failure is remembered, and the provider's bytes stay unchanged.
@Suite(.timeLimit(.minutes(5)))
struct CoinIconsTests {
    @Test func concurrentCallersShareOneRequest() async throws {
        let source = try IconSource()
        let icons = source.icons()
        async let first = icons.icon(of: CoinID(1))
        async let second = icons.icon(of: CoinID(1))
        async let other = icons.icon(of: CoinID(2))
        let (one, two, three) = await (first, second, other)
        #expect(one == source.icon && two == source.icon && three == source.icon)
        #expect(await icons.icon(of: CoinID(1)) == source.icon)
        #expect(source.asked.sorted() == [1, 2])
    }

    @Test func aFailureIsRememberedForAWhile() async throws {
        let source = try IconSource()
        let icons = source.icons()
        source.fails(with: .unavailable("HTTP 503"))
        #expect(await icons.icon(of: CoinID(1)) == nil)
        #expect(await icons.icon(of: CoinID(1)) == nil)
        #expect(source.asked == [1])
        source.fails(with: nil)
        source.passes(CoinIcons.failureLifetime)
        #expect(await icons.icon(of: CoinID(1)) == source.icon)
        #expect(source.asked == [1, 1])
    }

    @Test func aMissingPictureIsRequestedAgainTheNextDay() async throws {
        let source = try IconSource()
        let icons = source.icons()
        source.fails(with: .notListed("none"))
        #expect(await icons.icon(of: CoinID(1)) == nil)
        source.passes(.seconds(3600))
        #expect(await icons.icon(of: CoinID(1)) == nil)
        #expect(source.asked == [1])
        source.passes(CoinIcons.absenceLifetime)
        _ = await icons.icon(of: CoinID(1))
        #expect(source.asked == [1, 1])
    }

    @Test func anOldIconIsFetchedAgainAndUsedUntilThen() async throws {
        let source = try IconSource()
        let icons = source.icons()
        _ = await icons.icon(of: CoinID(1))
        source.passes(CoinIcons.lifetime)
        source.fails(with: .timedOut)
        #expect(await icons.icon(of: CoinID(1)) == source.icon)
        #expect(await icons.icon(of: CoinID(1)) == source.icon)
        #expect(source.asked == [1, 1])
    }

    // MARK: The provider

    @Test func theProvidersPictureIsPassedOnUnchanged() async throws {
        try await withMockMarket(coins: 5) { router, _ in
            let client = CoinMarketCapClient(router: router, key: APIKey("secret"))
            let icon = try await client.icon(of: CoinID(1))
            let path = "/static/img/coins/64x64/1.png"
            var endpoint = Endpoint(.coinMarketCapPictures, path: path)
            endpoint.accepts = "*/*"
            let answer = try await router.answer(to: endpoint)
            #expect(icon.png == answer.body)
            let unknown = await failure { try await client.icon(of: CoinID(999_999_999)) }
            #expect(unknown == .notListed("it has no picture"))
        }
    }

    @Test func anAnswerThatIsNoPictureIsRejected() async throws {
        let answers: [(MockReply, ProviderFailure)] = [
            (MockReply(text: "<html>"), .badAnswer("it is not a PNG of an icon's size", beginning: "")),
            (MockReply(.forbidden, text: ""), .notListed("it has no picture")),
            (MockReply(text: String(repeating: "x", count: 65 * 1024)), .tooLarge(limit: 64 * 1024)),
        ]
        for (reply, expected) in answers {
            try await withRouter(answering: { _ in reply }) { router in
                let client = CoinMarketCapClient(router: router, key: nil)
                let failed = await failure { try await client.icon(of: CoinID(1)) }
                #expect(failed == expected)
            }
        }
    }

    @Test func noKeyIsSentForAPicture() async throws {
        let icon = try CoinIcon.test()
        let answer: LoopbackServer.Answer = { request in
            let isExpected =
                request.path == "/static/img/coins/64x64/1027.png" && request.headers["X-CMC_PRO_API_KEY"].isEmpty
                && request.headers["Accept"] == ["image/png"]
            return isExpected
                ? MockReply(type: "image/png", body: ByteBuffer(bytes: icon.png)) : MockReply(.badRequest, text: "")
        }
        try await withRouter(answering: answer) { router in
            let client = CoinMarketCapClient(router: router, key: APIKey("secret"))
            let found = try await client.icon(of: CoinID(1027))
            #expect(found == icon)
        }
    }
}

/// A provider whose answers and whose time the test sets.
private final class IconSource: Sendable {
    private struct State {
        var time = testTime
        var failure: ProviderFailure?
        var asked: [UInt32] = []
    }

    let icon: CoinIcon
    private let state = Mutex(State())

    init() throws { icon = try .test(100) }

    var asked: [UInt32] { state.withLock(\.asked) }
    func fails(with failure: ProviderFailure?) { state.withLock { $0.failure = failure } }
    func passes(_ time: Duration) { state.withLock { $0.time = $0.time.adding(time) } }

    func icons() -> CoinIcons {
        CoinIcons(now: { self.state.withLock(\.time) }) { coin throws(ProviderError) in try self.answer(coin) }
    }

    private func answer(_ coin: CoinID) throws(ProviderError) -> CoinIcon {
        let failure = state.withLock { state in
            state.asked.append(coin.rawValue)
            return state.failure
        }
        if let failure { throw ProviderError(.coinMarketCapIcon(coin), failure) }
        return icon
    }
}
