import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import Shared

struct TLSHandlerTests {
    @Test func bothEndsLearnTheNegotiatedParameters() throws {
        let pair = try TLSPair()
        try pair.pump()
        let client = try #require(pair.clientLog.seen.handshake)
        #expect(client.alpn == "tickwire/1")
        #expect(client.peerPin == TLSFixture.identity.pin)
        #expect(!client.resumed)
        #expect(client.cipher == "TLS_AES_128_GCM_SHA256")
        let server = try #require(pair.serverLog.seen.handshake)
        #expect(server.alpn == "tickwire/1")
        #expect(server.peerPin == nil)
    }

    @Test(arguments: TLSPair.Fragmentation.allCases)
    func dataPassesBothWays(fragmentation: TLSPair.Fragmentation) throws {
        let pair = try TLSPair(fragmentation: fragmentation)
        try pair.pump()
        pair.send("to the server", from: pair.client)
        pair.send("to the client", from: pair.server)
        if fragmentation != .joined { try pair.pump() }
        pair.send(", twice", from: pair.client)
        pair.send(", twice", from: pair.server)
        try pair.pump()
        #expect(pair.serverLog.seen.text == "to the server, twice")
        #expect(pair.clientLog.seen.text == "to the client, twice")
    }

    @Test func anyFragmentationGivesTheSameBytes() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let pair = try TLSPair(
            .client(trust: .pin(TLSFixture.identity.pin), alpn: TLSFixture.alpn),
            .server(identity: TLSFixture.identity, alpn: TLSFixture.alpn),
            cut: { Self.randomCuts($0, using: &generator) }
        )
        var sent: [UInt8] = []
        for _ in 0..<40 {
            let bytes = TLSFixture.bytes(Int.random(in: 0...40_000, using: &generator))
            sent += bytes
            pair.client.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
            try pair.pump()
        }
        let isSame = pair.serverLog.seen.bytes == sent
        #expect(isSame, "seed \(seed)")
        #expect(pair.serverLog.seen.errors.isEmpty, "seed \(seed)")
    }

    @Test func bytesThatArriveTogetherAreHandedOnTogether() throws {
        let pair = try TLSPair()
        try pair.pump()
        for word in ["one ", "two ", "three"] { pair.send(word, from: pair.client) }
        try pair.pump()
        #expect(pair.serverLog.seen.text == "one two three")
        #expect(pair.serverLog.seen.reads == 1)
    }

    /// For a terminal that does not read, the server keeps the unsent bytes and no more.
    @Test func aWaitingSmallWriteHoldsNoExtraMemory() throws {
        let pair = try TLSPair()
        try pair.pump()
        for number in 0..<10 { pair.send("pong \(number)", from: pair.server) }
        var written = 0
        while let buffer = try pair.server.readOutbound(as: ByteBuffer.self) {
            written += 1
            #expect(buffer.storageCapacity <= 2 * buffer.readableBytes)
        }
        #expect(written == 10)
    }

    @Test func writesBeforeAFlushLeaveAsOneBuffer() throws {
        let pair = try TLSPair()
        try pair.pump()
        let promises = (0..<3).map { _ in pair.client.eventLoop.makePromise(of: Void.self) }
        for promise in promises { pair.client.write(ByteBuffer(string: "word "), promise: promise) }
        #expect(try pair.client.readOutbound(as: ByteBuffer.self) == nil)
        pair.client.flush()
        let sent = try #require(try pair.client.readOutbound(as: ByteBuffer.self))
        #expect(try pair.client.readOutbound(as: ByteBuffer.self) == nil)
        for promise in promises { try promise.futureResult.wait() }
        pair.server.pipeline.fireChannelRead(sent)
        #expect(pair.serverLog.seen.text == "word word word ")
    }

    @Test func muchUnflushedCiphertextIsPassedOnForTheChannelToCount() throws {
        let pair = try TLSPair()
        try pair.pump()
        let gate = PendingWrites()
        try pair.client.pipeline.syncOperations.addHandler(gate, position: .first)
        for _ in 0..<5 { pair.client.write(ByteBuffer(repeating: 7, count: 16 * 1024), promise: nil) }
        #expect(gate.writes.count == 1)
        #expect(gate.flushes == 0)
    }

    @Test func aHandshakeIsSentInOneBufferPerFlight() throws {
        let pair = try TLSPair()
        let hello = try #require(try pair.client.readOutbound(as: ByteBuffer.self))
        pair.server.pipeline.fireChannelRead(hello)
        #expect(try pair.server.readOutbound(as: ByteBuffer.self) != nil)
        #expect(try pair.server.readOutbound(as: ByteBuffer.self) == nil)
    }

    @Test func anEmptyWriteIsConfirmedAfterTheWriteBeforeIt() throws {
        let pair = try TLSPair()
        try pair.pump()
        var confirmed: [Int] = []
        for (number, bytes) in [ByteBuffer(repeating: 7, count: 100_000), ByteBuffer()].enumerated() {
            let promise = pair.client.eventLoop.makePromise(of: Void.self)
            promise.futureResult.assumeIsolated().whenSuccess { confirmed.append(number) }
            pair.client.write(bytes, promise: promise)
        }
        #expect(confirmed == [])
        pair.client.flush()
        try pair.pump()
        #expect(confirmed == [0, 1])
    }

    @Test func oldErrorsOnTheThreadAreHarmless() throws {
        let pair = try TLSPair()
        leaveAnErrorInTheQueue()
        try pair.pump()
        leaveAnErrorInTheQueue()
        pair.send("unharmed", from: pair.client)
        leaveAnErrorInTheQueue()
        try pair.pump()
        #expect(pair.serverLog.seen.text == "unharmed")
        #expect(pair.serverLog.seen.errors.isEmpty)
        #expect(pair.clientLog.seen.errors.isEmpty)
    }

    private static func randomCuts(_ bytes: ByteBuffer, using generator: inout SeededGenerator) -> [ByteBuffer] {
        var rest = bytes
        var parts: [ByteBuffer] = []
        while rest.readableBytes > 0 {
            let longest = generator.next() % 4 == 0 ? 7 : 9_000
            let count = Int.random(in: 1...min(longest, rest.readableBytes), using: &generator)
            parts += [rest.readSlice(length: count) ?? ByteBuffer()]
        }
        return parts
    }

    private func leaveAnErrorInTheQueue() {
        #expect(TLSErrorQueue.leaveError())
    }
}
