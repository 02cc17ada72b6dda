import NIOHTTP1
import Shared
import Testing

@testable import PushServer

/// Posts over HTTPS to a real TLS server with a certificate for 127.0.0.1.
@Suite(.timeLimit(.minutes(5)))
struct DeliveryTLSTests {
    private static func answer(_ status: HTTPResponseStatus, _ headers: HTTPHeaders = [:]) -> TLSStandIn.Kind {
        var head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        head.headers.add(name: "Content-Length", value: "0")
        return .http1(head)
    }

    /// Posts a test message to a host that the operator has allowed by its address.
    private func post(to host: String, trusting authorities: String?) async throws -> PostOutcome.Result? {
        let transfers = TransferLoop(inFlightPerHost: 4, waitingPerHost: 64)
        let poster = AlertPoster(
            hosts: [try AlertHost(host)],
            transfers: transfers,
            authorities: authorities,
            now: { testTime }
        ) { _ in "BTC" }
        let way = DeliveryWay(
            id: DeliveryID(rawValue: 1),
            kind: .ntfy,
            name: "phone",
            address: try #require(DeliveryAddress(host + "/topic"))
        )
        let result = await poster.post(
            OutgoingPost(id: 1, account: AccountID(rawValue: 1), delivery: way, idempotencyKey: "key", event: nil)
        )
        await transfers.shutdown()
        return result
    }

    @Test func aTrustedCertificateForTheHostIsAccepted() async throws {
        try await TLSStandIn.serving(Self.answer(.ok)) { server in
            let result = try await post(to: "https://127.0.0.1:\(server.port)", trusting: server.authorities)
            #expect(result == .delivered)
            #expect(server.requests == ["POST /topic This is a test message of Tickwire."])
        }
    }

    @Test func nothingIsPostedToAnUntrustedHostOrToOneWithAnotherName() async throws {
        try await TLSStandIn.serving(Self.answer(.ok)) { server in
            for (host, authorities) in [("127.0.0.1", String?.none), ("127.0.0.2", server.authorities)] {
                let result = try await post(to: "https://\(host):\(server.port)", trusting: authorities)
                let problem = "\(host) cannot be reached: SSL peer certificate or SSH remote key was not OK"
                #expect(result == .failed(problem: problem))
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test func aRedirectIsNotFollowed() async throws {
        try await TLSStandIn.serving(Self.answer(.found, ["Location": "http://127.0.0.1:1/other"])) { server in
            let result = try await post(to: "https://127.0.0.1:\(server.port)", trusting: server.authorities)
            let problem = "127.0.0.1 answered with status 302, and redirects are not followed"
            #expect(result == .failed(problem: problem))
        }
    }
}
