import NIOCore
import NIOEmbedded
import Testing

@testable import Shared

struct TLSEndingTests {
    /// The server waits for a peer's goodbye, but may need its place earlier.
    @Test func aHangUpEndsAConnectionThatIsClosing() throws {
        let pair = try TLSPair()
        try pair.pump()
        pair.server.close(promise: nil)
        #expect(pair.server.isActive, "it waits for the client's close_notify")
        pair.server.triggerUserOutboundEvent(TLSCommand.hangUp, promise: nil)
        #expect(!pair.server.isActive)
        #expect(pair.serverLog.seen.errors.isEmpty)
    }

    @Test func aHangUpEndsAHandshake() throws {
        let pair = try TLSPair()
        pair.server.triggerUserOutboundEvent(TLSCommand.hangUp, promise: nil)
        #expect(!pair.server.isActive)
    }

    @Test func closingSaysGoodbyeBothWaysAndThenClosesTCP() throws {
        let pair = try TLSPair()
        try pair.pump()
        let closed = pair.client.close()
        #expect(pair.client.isActive)
        try pair.pump()
        try closed.wait()
        #expect(!pair.client.isActive)
        #expect(!pair.server.isActive)
        #expect(pair.serverLog.seen.events.contains(.closedByPeer))
        #expect(pair.serverLog.seen.errors.isEmpty)
        #expect(pair.clientLog.seen.errors.isEmpty)
    }

    @Test func dataWrittenBeforeClosingArrives() throws {
        let pair = try TLSPair()
        try pair.pump()
        pair.server.write(ByteBuffer(string: "last words"), promise: nil)
        pair.server.close(promise: nil)
        try pair.pump()
        #expect(pair.clientLog.seen.text == "last words")
        #expect(pair.clientLog.seen.tlsErrors.isEmpty)
    }

    @Test func aCutStreamIsNotMistakenForAnEnd() throws {
        let pair = try TLSPair()
        try pair.pump()
        pair.send("half of", from: pair.server)
        try pair.pump()
        pair.cutWire(of: pair.client)
        #expect(pair.clientLog.seen.tlsErrors == [.truncated])
        #expect(!pair.clientLog.seen.events.contains(.closedByPeer))
        #expect(pair.clientLog.seen.isInactive)
    }

    @Test func aCleanEndIsNotMistakenForACut() throws {
        let pair = try TLSPair()
        try pair.pump()
        pair.server.close(promise: nil)
        try pair.pump()
        #expect(pair.clientLog.seen.events.contains(.closedByPeer))
        #expect(pair.clientLog.seen.tlsErrors.isEmpty)
        #expect(pair.clientLog.seen.isInactive)
    }

    @Test func aCutDuringTheHandshakeIsItsOwnError() throws {
        let pair = try TLSPair()
        pair.cutWire(of: pair.client)
        #expect(pair.clientLog.seen.tlsErrors == [.closedDuringHandshake])
    }

    @Test func theWaitForAPeersGoodbyeIsLimited() throws {
        let pair = try TLSPair(limits: TLSLimits(close: .seconds(2)))
        try pair.pump()
        let closed = pair.client.close()
        pair.client.embeddedEventLoop.advanceTime(by: .milliseconds(1_999))
        #expect(pair.client.isActive)
        pair.client.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(!pair.client.isActive)
        try closed.wait()
        #expect(pair.clientLog.seen.errors.isEmpty)
    }

    @Test func tcpIsNotClosedBeforeTheGoodbyeIsWritten() throws {
        let pair = try TLSPair()
        try pair.pump()
        let socket = PendingWrites()
        try pair.server.pipeline.syncOperations.addHandler(socket, position: .first)
        pair.client.close(promise: nil)
        try pair.carry(pair.client, to: pair.server)
        #expect(pair.server.isActive)
        socket.succeedAll()
        #expect(!pair.server.isActive)
    }

    @Test func closingTwiceEndsBothPromises() throws {
        let pair = try TLSPair()
        try pair.pump()
        let first = pair.client.close()
        let second = pair.client.close()
        try pair.pump()
        try first.wait()
        try second.wait()
    }

    @Test func halfClosingEndsOneDirectionOnly() throws {
        let pair = try TLSPair()
        pair.server.allowRemoteHalfClosure = true
        try pair.client.pipeline.syncOperations.addHandler(HalfClosable(), position: .first)
        try pair.pump()
        pair.send("question", from: pair.client)
        pair.client.close(mode: .output, promise: nil)
        try pair.pump()
        #expect(pair.serverLog.seen.text == "question")
        #expect(pair.serverLog.seen.isInputClosed)
        #expect(pair.serverLog.seen.events.contains(.closedByPeer))
        pair.send("answer", from: pair.server)
        try pair.pump()
        #expect(pair.clientLog.seen.text == "answer")
        #expect(throws: ChannelError.outputClosed) {
            try pair.client.writeAndFlush(ByteBuffer(string: "more")).wait()
        }
        pair.server.close(promise: nil)
        try pair.pump()
        #expect(!pair.client.isActive)
        #expect(!pair.server.isActive)
        #expect(pair.clientLog.seen.errors.isEmpty)
        #expect(pair.serverLog.seen.errors.isEmpty)
    }

    @Test func anUnfinishedHalfCloseBecomesAClose() throws {
        let pair = try TLSPair()
        try pair.pump()
        let socket = PendingWrites()
        try pair.client.pipeline.syncOperations.addHandler(socket, position: .first)
        let halfClosed = pair.client.close(mode: .output)
        pair.server.close(promise: nil)
        try pair.carry(pair.server, to: pair.client)
        #expect(pair.client.isActive)
        socket.succeedAll()
        try halfClosed.wait()
        #expect(!pair.client.isActive)
        #expect(pair.clientLog.seen.errors.isEmpty)
    }

    @Test func tcpHalfClosingWithoutGoodbyeIsACut() throws {
        let pair = try TLSPair()
        pair.server.allowRemoteHalfClosure = true
        try pair.pump()
        pair.server.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(pair.serverLog.seen.tlsErrors == [.truncated])
        #expect(!pair.server.isActive)
    }

    @Test func writingAfterTheEndFails() throws {
        let pair = try TLSPair()
        try pair.pump()
        pair.client.close(promise: nil)
        #expect(throws: ChannelError.outputClosed) {
            try pair.client.writeAndFlush(ByteBuffer(string: "late")).wait()
        }
    }

    @Test func aDamagedRecordClosesThatConnectionWithAnAlert() throws {
        let pair = try TLSPair()
        try pair.pump()
        pair.send("precious", from: pair.client)
        var record = try #require(try pair.takeSent(pair.client))
        let last = record.writerIndex - 1
        record.setInteger((record.getInteger(at: last, as: UInt8.self) ?? 0) ^ 1, at: last)
        pair.server.pipeline.fireChannelRead(record)
        let error = try #require(pair.serverLog.seen.tlsErrors.first)
        #expect(
            error.description == """
                The TLS connection failed: decryption failed or bad record mac (SSL routines); \
                answered with alert 20, bad record mac.
                """
        )
        #expect(!pair.server.isActive)
        try pair.carry(pair.server, to: pair.client)
        #expect(pair.clientLog.seen.tlsErrors.first?.description.contains("the peer sent alert 20") == true)
    }
}
