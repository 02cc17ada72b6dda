import NIOCore
import NIOEmbedded
import Testing

@testable import Shared

/// Time passes only when a test says so.
struct FrameExchangeHandlerTests {
    private let channel: EmbeddedChannel

    init() throws {
        let loop = EmbeddedEventLoop()
        let handler = FrameExchangeHandler(limits: SessionLimits(), now: loop.now) { frame, _ in frame }
        channel = EmbeddedChannel(handler: handler, loop: loop)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 7443)).wait()
    }

    private func receive(_ frame: ServerFrame) throws {
        var buffer = ByteBuffer()
        frame.write(into: &buffer)
        _ = try channel.writeInbound(buffer)
    }

    private func pings() throws -> Int {
        var count = 0
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
            var ping = ByteBuffer()
            ClientFrame.ping(nonce: 0).write(into: &ping)
            #expect(buffer == ping)
            count += 1
        }
        return count
    }

    private func advance(_ milliseconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds))
    }

    @Test func aSilentServerIsPingedOnceAndThenTheConnectionEnds() throws {
        advance(14_999)
        #expect(try pings() == 0)
        advance(1)
        #expect(try pings() == 1)
        advance(19_999)
        #expect(try pings() == 0)
        #expect(channel.isActive)
        advance(1)
        #expect(!channel.isActive)
        #expect(throws: FrameExchange.Silence.self) { try channel.throwIfErrorCaught() }
    }

    @Test func aFramePostponesThePing() throws {
        advance(14_000)
        try receive(.pong(nonce: 1))
        advance(14_999)
        #expect(try pings() == 0)
        advance(1)
        #expect(try pings() == 1)
    }

    @Test func aWelcomeCanBringThePingForward() throws {
        var limits = SessionLimits()
        (limits.heartbeat, limits.silence) = (.seconds(1), .seconds(2))
        let welcome = Welcome.sample(limits: limits)
        try receive(.welcome(welcome))
        advance(1000)
        #expect(try pings() == 1)
        advance(1000)
        #expect(!channel.isActive)
    }

    @Test func nothingIsSentOnceTheConnectionHasEnded() throws {
        try channel.close().wait()
        advance(60_000)
        #expect(try pings() == 0)
    }
}
