import NIOCore
import Testing

@testable import Shared

struct TLSResumptionTests {
    private let client: TLSContext
    private let server: TLSContext

    init() throws {
        client = try .client(trust: .pin(TLSFixture.identity.pin), alpn: TLSFixture.alpn)
        server = try .server(identity: TLSFixture.identity, alpn: TLSFixture.alpn)
    }

    @Test func theSecondConnectionResumesTheFirst() throws {
        #expect(try connect() == false)
        #expect(try connect() == true)
        #expect(try connect() == true)
    }

    @Test func aResumedSessionStillReportsTheKey() throws {
        _ = try connect()
        let pair = try TLSPair(client, server)
        try pair.pump()
        let info = try #require(pair.clientLog.seen.handshake)
        #expect(info.resumed)
        #expect(info.peerPin == TLSFixture.identity.pin)
    }

    @Test func aConnectionThatWasCutIsResumedToo() throws {
        let pair = try TLSPair(client, server)
        try pair.pump()
        pair.cutWire(of: pair.client)
        #expect(try connect() == true)
    }

    @Test func anotherServersTicketIsNotUsed() throws {
        #expect(try connect(port: 1) == false)
        #expect(try connect(port: 2) == false)
        #expect(try connect(port: 1) == true)
    }

    @Test func aTicketIsUsedOnce() throws {
        _ = try connect()
        let first = try TLSPair(client, server)
        let second = try TLSPair(client, server)
        try first.pump()
        try second.pump()
        #expect(first.clientLog.seen.handshake?.resumed == true)
        #expect(second.clientLog.seen.handshake?.resumed == false)
    }

    @Test func newTicketKeysCauseAFullHandshake() throws {
        _ = try connect()
        let restarted = try TLSContext.server(identity: TLSFixture.identity, alpn: TLSFixture.alpn)
        let pair = try TLSPair(client, restarted)
        try pair.pump()
        #expect(pair.clientLog.seen.handshake?.resumed == false)
        #expect(pair.clientLog.seen.errors.isEmpty)
    }

    /// Connects, closes cleanly, and says whether the session was resumed.
    private func connect(port: Int = 7443) throws -> Bool? {
        let pair = try TLSPair(client, server, port: port)
        try pair.pump()
        pair.client.close(promise: nil)
        try pair.pump()
        #expect(pair.clientLog.seen.handshake?.resumed == pair.serverLog.seen.handshake?.resumed)
        return pair.clientLog.seen.handshake?.resumed
    }
}
