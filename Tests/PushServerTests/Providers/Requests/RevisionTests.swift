import MockMarket
import NIOHTTP1
import Shared
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct RevisionTests {
    private static let tagged: LoopbackServer.Answer = { request in
        let known = request.headers["If-None-Match"].first ?? request.headers["If-Modified-Since"].first
        let headers = ["ETag": "\"v1\"", "Last-Modified": "Tue, 14 Nov 2023 22:13:20 GMT"]
        return known == nil ? MockReply(headers: headers, text: Samples.symbols) : MockReply(.notModified, text: "")
    }

    @Test func anUnchangedAnswerIsNotSentAgain() async throws {
        try await withRouter(answering: Self.tagged) { router in
            let client = HuobiClient(router: router)
            guard case .changed(let list, let validator?) = try await client.pairs() else {
                Issue.record("the first answer has no list or no validator")
                return
            }
            #expect(list.pairs.count == 4)
            #expect(
                validator.headers == [
                    "If-None-Match": "\"v1\"", "If-Modified-Since": "Tue, 14 Nov 2023 22:13:20 GMT",
                ]
            )
            #expect(try await client.pairs(since: validator) == .unchanged)
        }
    }

    @Test func aProviderWithoutValidatorsSendsEverything() async throws {
        try await withRouter(answering: { _ in MockReply(text: Samples.coins) }) { router in
            let revision = try await CryptoCompareClient(router: router, key: nil).coins()
            #expect(revision.value?.coins.count == 3)
            guard case .changed(_, nil) = revision else {
                Issue.record("\(revision)")
                return
            }
        }
    }

    @Test func anUnexpectedNotModifiedIsAnError() async throws {
        try await withRouter(answering: { _ in MockReply(.notModified, text: "") }) { router in
            let told = await failure { try await HuobiClient(router: router).pairs() }
            #expect(told == .unavailable("it points elsewhere (HTTP 304)", until: nil))
        }
    }
}
