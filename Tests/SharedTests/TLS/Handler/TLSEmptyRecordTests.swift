import COpenSSL
import NIOCore
import NIOEmbedded
import Testing

@testable import Shared

/// Records without data cost as much work as others, and no peer needs many of them.
struct TLSEmptyRecordTests {
    private let limits = TLSLimits(emptyRecordsPerSecond: 1)

    private func pair() throws -> TLSPair {
        let pair = try TLSPair(limits: limits)
        try pair.pump()
        return pair
    }

    private func engine(of channel: some Channel) throws -> TLSEngine {
        try channel.pipeline.syncOperations.handler(type: TLSHandler.self).engine
    }

    /// Sends this many records, each of which requests one in return (RFC 8446, section 4.6.3).
    private func sendKeyUpdates(_ count: Int, from channel: some Channel) throws {
        let engine = try engine(of: channel)
        for _ in 0..<count {
            #expect(SSL_key_update(engine.ssl, SSL_KEY_UPDATE_REQUESTED) == 1)
            #expect(SSL_do_handshake(engine.ssl) == 1)
            engine.collect()
        }
        channel.flush()
    }

    @Test func aPeerThatSendsNothingButKeyUpdatesIsCutOff() throws {
        let pair = try pair()
        try sendKeyUpdates(1_000, from: pair.client)
        try pair.pump()
        #expect(pair.serverLog.seen.tlsErrors == [.tooManyEmptyRecords])
        #expect(!pair.server.isActive)
    }

    @Test func occasionalKeyUpdatesAreAllowed() throws {
        let pair = try pair()
        for number in 0..<5 {
            try sendKeyUpdates(1, from: pair.client)
            pair.send("tick \(number) ", from: pair.client)
        }
        try pair.pump()
        #expect(pair.serverLog.seen.text == "tick 0 tick 1 tick 2 tick 3 tick 4 ")
        #expect(pair.serverLog.seen.errors.isEmpty)
    }

    @Test func recordsWithDataAreNotCounted() throws {
        let pair = try pair()
        for _ in 0..<1_000 { pair.send("x", from: pair.client) }
        try pair.pump()
        #expect(pair.serverLog.seen.text.count == 1_000)
    }

    @Test func aSignedInPeerMayUpdateKeysMoreOften() throws {
        let pair = try pair()
        try pair.server.pipeline.syncOperations.handler(type: TLSHandler.self).allowEmptyRecords(perSecond: 100)
        try sendKeyUpdates(500, from: pair.client)
        pair.send("still here", from: pair.client)
        try pair.pump()
        #expect(pair.serverLog.seen.text == "still here")
    }

    /// This holds for any fragmentation, and with data in the same segment.
    @Test(arguments: TLSPair.Fragmentation.allCases)
    func theCutOfTheStreamChangesNothing(fragmentation: TLSPair.Fragmentation) throws {
        let pair = try TLSPair(limits: limits, fragmentation: fragmentation)
        try pair.pump()
        pair.send("first ", from: pair.client)
        try sendKeyUpdates(3, from: pair.client)
        pair.send("second", from: pair.client)
        try pair.pump()
        #expect(pair.serverLog.seen.text == "first second")
        try sendKeyUpdates(1_000, from: pair.client)
        try pair.pump()
        #expect(pair.serverLog.seen.tlsErrors == [.tooManyEmptyRecords])
    }

    /// A socket delivers many records in one read.
    @Test func aFloodOverASocketEndsTheConnection() throws {
        let server = try TLSContext.server(identity: TLSFixture.identity, alpn: TLSFixture.alpn, limits: limits)
        let client = try TLSContext.client(trust: .pin(TLSFixture.identity.pin), alpn: TLSFixture.alpn)
        try TLSLoopback.withServer(server) { port, accepted in
            let connection = try TLSLoopback.connect(client, port: port)
            connection.log.wait { $0.handshake != nil }
            try connection.channel.eventLoop.submit { try sendKeyUpdates(1_000, from: connection.channel) }.wait()
            accepted.first().log.wait { $0.isInactive }
            #expect(accepted.first().log.seen.tlsErrors == [.tooManyEmptyRecords])
        }
    }
}
