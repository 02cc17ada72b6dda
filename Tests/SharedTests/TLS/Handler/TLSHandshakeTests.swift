import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import Shared

struct TLSHandshakeTests {
    @Test func earlyWritesArriveAfterTheHandshake() throws {
        let pair = try TLSPair()
        let written = pair.client.writeAndFlush(ByteBuffer(string: "early, "))
        pair.client.write(ByteBuffer(string: "in order"), promise: nil)
        try pair.pump()
        try written.wait()
        #expect(pair.serverLog.seen.text == "early, in order")
    }

    @Test func tooManyEarlyWritesCloseTheConnection() throws {
        let pair = try TLSPair(limits: TLSLimits(bytesBeforeHandshake: 10))
        let kept = pair.client.writeAndFlush(ByteBuffer(string: "0123456789"))
        let refused = pair.client.writeAndFlush(ByteBuffer(string: "!"))
        let error = TLSError.tooMuchWrittenBeforeHandshake(limit: 10)
        #expect(throws: error) { try refused.wait() }
        #expect(throws: error) { try kept.wait() }
        #expect(pair.clientLog.seen.tlsErrors == [error])
        #expect(!pair.client.isActive)
    }

    @Test func aSilentPeerIsGivenUpAtTheLimit() throws {
        let limits = TLSLimits(handshake: .seconds(3))
        let pair = try TLSPair(limits: limits)
        for (channel, log) in [(pair.client, pair.clientLog), (pair.server, pair.serverLog)] {
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(2_999))
            #expect(channel.isActive)
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
            #expect(!channel.isActive)
            #expect(log.seen.tlsErrors == [.handshakeTimedOut(.seconds(3))])
        }
    }

    @Test func theLimitEndsWithTheHandshake() throws {
        let pair = try TLSPair()
        try pair.pump()
        for channel in [pair.client, pair.server] {
            channel.embeddedEventLoop.advanceTime(by: .hours(1))
            #expect(channel.isActive)
        }
    }

    @Test func garbageClosesOnlyItsConnection() throws {
        let context = try TLSContext.server(identity: TLSFixture.identity, alpn: TLSFixture.alpn)
        let client = try TLSContext.client(trust: .pin(TLSFixture.identity.pin), alpn: TLSFixture.alpn)
        let good = try TLSPair(client, context)
        let bad = try TLSPair(client, context)
        bad.server.pipeline.fireChannelRead(ByteBuffer(string: "GET / HTTP/1.1\r\n\r\n"))
        try good.pump()
        #expect(
            bad.serverLog.seen.errors == [
                "The TLS handshake failed: http request (SSL routines)."
            ]
        )
        #expect(!bad.server.isActive)
        #expect(good.serverLog.seen.handshake != nil)
        #expect(good.serverLog.seen.errors.isEmpty)
    }

    @Test func randomGarbageNeverCompletesAHandshake() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let context = try TLSContext.server(identity: TLSFixture.identity, alpn: TLSFixture.alpn)
        for _ in 0..<200 {
            let log = TLSLog()
            let channel = EmbeddedChannel(handlers: [try TLSHandler(server: context), TLSRecorder(log)])
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            // Half of them begin like a handshake record, to get further.
            let start: [UInt8] = Bool.random(using: &generator) ? [22, 3, 1, 0, 200, 1, 0, 0, 196, 3, 3] : []
            let rest = (0..<600).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            channel.pipeline.fireChannelRead(ByteBuffer(bytes: start + rest))
            channel.pipeline.fireChannelInactive()
            #expect(log.seen.tlsErrors.count == 1, "seed \(seed)")
            #expect(log.seen.handshake == nil, "seed \(seed)")
            _ = try channel.finish(acceptAlreadyClosed: true)
        }
    }

    @Test func aHandlerAddedToAConnectedChannelStartsAtOnce() throws {
        let context = try TLSContext.client(trust: .system, alpn: TLSFixture.alpn)
        let channel = EmbeddedChannel()
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.pipeline.syncOperations.addHandler(TLSHandler(client: context, host: "localhost", port: 1))
        #expect(try channel.readOutbound(as: ByteBuffer.self) != nil)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test func closingDuringTheHandshakeFailsWaitingWrites() throws {
        let pair = try TLSPair()
        let written = pair.client.writeAndFlush(ByteBuffer(string: "too early"))
        try pair.client.close().wait()
        #expect(throws: ChannelError.ioOnClosedChannel) { try written.wait() }
        #expect(pair.clientLog.seen.errors.isEmpty)
    }

    @Test func aNameThatCannotBeCheckedIsRefusedBeforeConnecting() throws {
        let context = try TLSContext.client(trust: .system, alpn: TLSFixture.alpn)
        for name in ["", "two words", "a..b", "host,DNS:other", String(repeating: "x", count: 64)] {
            #expect(throws: TLSError.invalidName(name)) { try TLSHandler(client: context, host: name, port: 1) }
        }
    }
}
