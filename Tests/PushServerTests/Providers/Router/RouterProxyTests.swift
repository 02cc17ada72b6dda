import Foundation
import MockMarket
import Shared
import Testing

@testable import PushServer

/// These tests run in their own process, because the environment belongs to the whole process.
@Suite(.timeLimit(.minutes(5)))
struct RouterProxyTests {
    @Test func theProxyOfTheEnvironmentIsUsed() async {
        await #expect(processExitsWith: .success) {
            try await withRouter(answering: { MockReply(text: $0.path) }) { direct in
                let proxy = try await LoopbackServer.start(host: "127.0.0.1", port: 0) {
                    MockReply(text: "by proxy: \($0.path)")
                }
                setenv("http_proxy", proxy.baseURL, 1)
                try await withRouter(base: "http://prices.invalid") { router in
                    let answer = try await router.answer(to: .huobiTickers)
                    let body = String(decoding: answer.body, as: UTF8.self)
                    precondition(body == "by proxy: http://prices.invalid/market/tickers", body)
                }
                // Hosts on this machine are reached directly.
                let answer = try await direct.answer(to: .huobiTickers)
                precondition(answer.body == Array("/market/tickers".utf8))
                await proxy.stop()
            }
        }
    }

    @Test func hostsThatTheEnvironmentExceptsAreReachedDirectly() async {
        await #expect(processExitsWith: .success) {
            let proxy = try await LoopbackServer.start(host: "127.0.0.1", port: 0) { _ in MockReply(text: "by proxy") }
            setenv("http_proxy", proxy.baseURL, 1)
            setenv("no_proxy", "prices.invalid", 1)
            try await withRouter(base: "http://prices.invalid") { router in
                let told = await failure { try await router.answer(to: .huobiTickers) }
                precondition(told?.isUnavailable == true, "\(String(describing: told))")
            }
            await proxy.stop()
        }
    }
}
