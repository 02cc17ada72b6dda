import NIOCore
import NIOEmbedded
import Testing

@testable import Shared

struct TLSApplicationProtocolTests {
    @Test func anotherProtocolIsRefusedWithItsAlert() throws {
        let pair = try TLSPair(
            .client(trust: .pin(TLSFixture.identity.pin), alpn: "h2"),
            .server(identity: TLSFixture.identity, alpn: "tickwire/1")
        )
        try pair.pump()
        #expect(pair.serverLog.seen.tlsErrors == [.noApplicationProtocol(wanted: "tickwire/1")])
        #expect(pair.clientLog.seen.tlsErrors == [.noApplicationProtocol(wanted: "h2")])
        #expect(!pair.server.isActive)
        #expect(!pair.client.isActive)
    }

    @Test func aNameWithTheSamePrefixIsAnotherProtocol() throws {
        let pair = try TLSPair(
            .client(trust: .pin(TLSFixture.identity.pin), alpn: "tickwire/10"),
            .server(identity: TLSFixture.identity, alpn: "tickwire/1")
        )
        try pair.pump()
        #expect(pair.serverLog.seen.tlsErrors == [.noApplicationProtocol(wanted: "tickwire/1")])
    }
}
