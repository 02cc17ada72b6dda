import MockMarket
import NIOHTTP1
import Shared
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct RouterTLSTests {
    private static let ok = TLSStandIn.Kind.http1(
        HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "0", "ETag": "here"])
    )

    @Test func aTrustedCertificateForTheHostIsAccepted() async throws {
        try await TLSStandIn.serving(Self.ok) { server in
            let base = "https://127.0.0.1:\(server.port)"
            try await withRouter(base: base, environment: .production, authorities: server.authorities) { router in
                let answer = try await router.answer(to: .huobiTickers)
                #expect(answer.headers["etag"] == "here")
            }
        }
    }

    @Test(arguments: ProviderEnvironment.Name.allCases)
    func anUntrustedCertificateIsRefusedEverywhere(environment: ProviderEnvironment.Name) async throws {
        try await TLSStandIn.serving(Self.ok) { server in
            try await withRouter(base: "https://127.0.0.1:\(server.port)", environment: environment) { router in
                let told = await failure { try await router.answer(to: .huobiTickers) }
                #expect(told == .unavailable("SSL peer certificate or SSH remote key was not OK", until: nil))
            }
        }
    }

    @Test func aTrustedCertificateForAnotherHostIsRefused() async throws {
        try await TLSStandIn.serving(Self.ok) { server in
            // The certificate is for 127.0.0.1.
            try await withRouter(base: "https://127.0.0.2:\(server.port)", authorities: server.authorities) { router in
                let told = await failure { try await router.answer(to: .huobiTickers) }
                #expect(told == .unavailable("SSL peer certificate or SSH remote key was not OK", until: nil))
            }
        }
    }

    @Test(arguments: ProviderEnvironment.Name.allCases)
    func noRedirectLeadsFromHTTPSToPlainHTTP(name: ProviderEnvironment.Name) async throws {
        let log = WireLog()
        let plain = try await LoopbackServer.start(host: "127.0.0.1", port: 0, observe: log.record) { _ in
            MockReply(text: "plain")
        }
        var head = HTTPResponseHead(version: .http1_1, status: .found)
        head.headers = ["Content-Length": "0", "Location": plain.baseURL + "/moved"]
        try await TLSStandIn.serving(.http1(head)) { server in
            let base = "https://127.0.0.1:\(server.port)"
            try await withRouter(base: base, environment: name, authorities: server.authorities) { router in
                let told = await failure { try await router.answer(to: .huobiTickers) }
                #expect(told?.isUnavailable == true, "\(String(describing: told))")
            }
        }
        await plain.stop()
        #expect(await log.all().isEmpty)
    }

    @Test func requestsShareAConnectionOverHTTP2() async throws {
        // The server answers only when all four are there, on one connection.
        try await TLSStandIn.serving(.http2(together: 4)) { server in
            let base = "https://127.0.0.1:\(server.port)"
            try await withRouter(base: base, environment: .production, authorities: server.authorities) { router in
                for _ in 0..<2 {
                    try await withThrowingTaskGroup { group in
                        for _ in 0..<4 { group.addTask { try await router.answer(to: .huobiTickers).body } }
                        for try await body in group { #expect(body == [UInt8(ascii: "1")]) }
                    }
                }
            }
        }
    }

    @Test func aHandshakeThatTakesTooLongIsTimedOut() async throws {
        var limits = RouterLimits()
        limits.connectTime = .milliseconds(40)
        limits.totalTime = .seconds(600)
        try await TLSStandIn.serving(.silent) { server in
            try await withRouter(base: "https://127.0.0.1:\(server.port)", limits: limits) { router in
                #expect(await failure { try await router.answer(to: .huobiTickers) } == .timedOut)
            }
        }
    }
}
