import NIOCore
import NIOEmbedded
import NIOPosix
import TestSupport
import Testing

@testable import Shared

/// Sends past the pipeline keep their order with those through it, and report what the socket has not taken.
@Suite(.timeLimit(.minutes(5)))
struct TLSDirectSendTests {
    private let client: TLSContext
    private let server: TLSContext

    init() throws {
        client = try .client(trust: .pin(TLSFixture.identity.pin), alpn: TLSFixture.alpn)
        server = try .server(identity: TLSFixture.identity, alpn: TLSFixture.alpn)
    }

    @Test func aSocketWithRoomTakesEverythingAtOnce() throws {
        try TLSLoopback.withServer(server) { port, accepted in
            let end = try TLSLoopback.connect(client, port: port)
            let writer = try writer(accepted)
            let outcome = try writer.send(ByteBuffer(string: "at once"))
            #expect(outcome == .taken)
            #expect(end.log.wait { $0.bytes.count == 7 || $0.isInactive }.text == "at once")
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func bothWaysOfWritingKeepTheirOrderBeforeASlowReader(seed: UInt64) throws {
        try TLSLoopback.withServer(server) { port, accepted in
            let end = try TLSLoopback.connect(client, port: port, autoRead: false)
            let writer = try writer(accepted)
            var generator = SeededGenerator(seed: seed)
            let bytes = TLSFixture.bytes(2 * 1024 * 1024)
            // Until the kernel's buffers are full.
            var filling = 1
            while try writer.send(ByteBuffer(repeating: 7, count: 60_000)) == .taken { filling += 1 }
            var sent = 0
            while sent < bytes.count {
                let count = min(Int.random(in: 1...40_000, using: &generator), bytes.count - sent)
                let part = ByteBuffer(bytes: bytes[sent..<(sent + count)])
                if Bool.random(using: &generator) {
                    _ = try writer.send(part)
                } else {
                    writer.channel.writeAndFlush(part, promise: nil)
                }
                sent += count
                if Int.random(in: 0..<4, using: &generator) == 0 { end.channel.read() }
            }
            try end.channel.setOption(.autoRead, value: true).wait()
            let all = filling * 60_000 + bytes.count
            let seen = end.log.wait { $0.bytes.count >= all || $0.isInactive }
            let isSame = seen.bytes.count == all && Array(seen.bytes.suffix(bytes.count)) == bytes
            #expect(isSame, "\(seen.bytes.count) of \(all) bytes, seed \(seed)")
        }
    }

    @Test func aWaitingSendCompletesWhenTheReaderHasTakenIt() throws {
        try TLSLoopback.withServer(server) { port, accepted in
            let end = try TLSLoopback.connect(client, port: port, autoRead: false)
            let writer = try writer(accepted)
            let promise = writer.channel.eventLoop.makePromise(of: Void.self)
            var frames = 0
            while try writer.send(ByteBuffer(repeating: 7, count: 60_000), later: promise) == .taken { frames += 1 }
            try end.channel.setOption(.autoRead, value: true).wait()
            try promise.futureResult.wait()
            #expect(end.log.wait { $0.bytes.count == (frames + 1) * 60_000 || $0.isInactive }.isInactive == false)
            #expect(try writer.send(ByteBuffer(string: "again")) == .taken)
        }
    }

    /// A write that completes within a flush may start the next one before the first call returns.
    @Test func aSendWithinASendComesAfterIt() throws {
        try TLSLoopback.withServer(server) { port, accepted in
            let end = try TLSLoopback.connect(client, port: port, autoRead: false)
            let writer = try writer(accepted)
            var filling = 0
            while try writer.sendChain(behind: ByteBuffer(repeating: 7, count: 60_000), parts: 40) == .taken {
                filling += 1
            }
            try end.channel.setOption(.autoRead, value: true).wait()
            let all = (filling + 1) * 60_000 + 40 * Writer.partBytes
            let seen = end.log.wait { $0.bytes.count >= all || $0.isInactive }
            let expected = (1...40).flatMap { [UInt8](repeating: UInt8($0), count: Writer.partBytes) }
            let isSame = seen.bytes.count == all && Array(seen.bytes.suffix(expected.count)) == expected
            #expect(isSame, "\(seen.bytes.count) of \(all) bytes")
        }
    }

    @Test func aKeyUpdateInTheMiddleLosesNothing() throws {
        try TLSLoopback.withServer(server) { port, accepted in
            let end = try TLSLoopback.connect(client, port: port)
            let writer = try writer(accepted)
            for number in 0..<20 as Range<UInt8> {
                if number % 5 == 3 { try writer.wearKeyOut() }
                let isTaken = try writer.send(ByteBuffer(repeating: number, count: 100))
                #expect(isTaken == .taken)
            }
            let seen = end.log.wait { $0.bytes.count >= 2000 || $0.isInactive }
            #expect(seen.bytes == (0..<20).flatMap { [UInt8](repeating: $0, count: 100) })
            #expect(seen.errors.isEmpty)
        }
    }

    @Test func afterTheEndOfOutputSendingFailsAndReadingContinues() throws {
        try TLSLoopback.withServer(server, halfClosure: true) { port, accepted in
            let end = try TLSLoopback.connect(client, port: port)
            let writer = try writer(accepted)
            try writer.channel.close(mode: .output).wait()
            let promise = writer.channel.eventLoop.makePromise(of: Void.self)
            #expect(try writer.send(ByteBuffer(string: "too late"), later: promise) == .waiting)
            // The error depends on whether the peer has closed its end meanwhile.
            #expect(throws: ChannelError.self) { try promise.futureResult.wait() }
            #expect(end.log.wait { $0.isInactive || !$0.events.isEmpty }.bytes.isEmpty)
        }
    }

    /// The event loop does not know of the reset when the next tick is sent.
    @Test func aConnectionThatWasResetBetweenTwoSendsFailsItAndNothingElse() throws {
        try TLSLoopback.withServer(server) { port, accepted in
            var ends: [TLSLoopback] = []
            // Use another event loop, because this one will be blocked.
            repeat {
                ends.append(try TLSLoopback.connect(client, port: port))
                _ = accepted.first(ends.count - 1)
            } while ends[ends.count - 1].channel.eventLoop === accepted.all[ends.count - 1].channel.eventLoop
            let end = ends[ends.count - 1]
            end.log.wait { $0.handshake != nil }
            let writer = try writer(accepted, ends.count - 1)
            #expect(try writer.send(ByteBuffer(string: "before")) == .taken)
            end.log.wait { $0.bytes.count == 6 }
            let promise = writer.channel.eventLoop.makePromise(of: Void.self)
            let outcome = try writer.channel.eventLoop.submit {
                end.resetAndWait()
                return writer.sendOnLoop(ByteBuffer(string: "after"), later: promise)
            }.wait()
            #expect(outcome == .waiting)
            #expect(throws: (any Error).self) { try promise.futureResult.wait() }
            #expect(accepted.all[ends.count - 1].log.wait { $0.isInactive }.isInactive)
        }
    }

    @Test func sendingOnAClosedConnectionFails() throws {
        try TLSLoopback.withServer(server) { port, accepted in
            _ = try TLSLoopback.connect(client, port: port)
            let writer = try writer(accepted)
            try writer.channel.close().wait()
            let promise = writer.channel.eventLoop.makePromise(of: Void.self)
            #expect(try writer.send(ByteBuffer(string: "too late"), later: promise) == .waiting)
            #expect(throws: (any Error).self) { try promise.futureResult.wait() }
        }
    }

    @Test func withoutASocketASendUsesThePipeline() throws {
        let pair = try TLSPair()
        try pair.pump()
        let handler = try pair.server.pipeline.syncOperations.handler(type: TLSHandler.self)
        let promise = pair.server.eventLoop.makePromise(of: Void.self)
        #expect(handler.send(ByteBuffer(string: "embedded")) { promise } == false)
        try promise.futureResult.wait()
        try pair.pump()
        #expect(pair.clientLog.seen.text == "embedded")
    }

    private func writer(_ accepted: TLSServerLog, _ index: Int = 0) throws -> Writer {
        let connection = accepted.first(index)
        connection.log.wait { $0.handshake != nil }
        let handler = try connection.channel.eventLoop.submit {
            NIOLoopBound(
                try connection.channel.pipeline.syncOperations.handler(type: TLSHandler.self),
                eventLoop: connection.channel.eventLoop
            )
        }.wait()
        return Writer(channel: connection.channel, handler: handler)
    }

    /// Sends from outside the event loop.
    private struct Writer {
        enum Outcome: Sendable { case taken, waiting }

        let channel: any Channel
        let handler: NIOLoopBound<TLSHandler>

        func send(_ bytes: ByteBuffer, later: EventLoopPromise<Void>? = nil) throws -> Outcome {
            try channel.eventLoop.submit { sendOnLoop(bytes, later: later) }.wait()
        }

        func sendOnLoop(_ bytes: ByteBuffer, later: EventLoopPromise<Void>?) -> Outcome {
            handler.value.send(bytes) { later ?? channel.eventLoop.makePromise() } ? .taken : .waiting
        }

        static let partBytes = 5_000

        /// If the bytes must wait, the end of each part sends the next one.
        func sendChain(behind bytes: ByteBuffer, parts: Int) throws -> Outcome {
            try channel.eventLoop.submit {
                handler.value.send(bytes) { link(1, of: parts) } ? .taken : .waiting
            }.wait()
        }

        /// - Returns: a promise that sends part `number` and all later ones.
        private func link(_ number: Int, of parts: Int) -> EventLoopPromise<Void> {
            let promise = channel.eventLoop.makePromise(of: Void.self)
            guard number <= parts else { return promise }
            promise.futureResult.assumeIsolated().whenSuccess { sendPart(number, of: parts) }
            return promise
        }

        private func sendPart(_ number: Int, of parts: Int) {
            let bytes = ByteBuffer(repeating: UInt8(number), count: Self.partBytes)
            let next = link(number + 1, of: parts)
            if handler.value.send(bytes, orLater: { next }) { next.succeed() }
        }

        /// The next record needs another key.
        func wearKeyOut() throws {
            try channel.eventLoop.submit { [handler] in handler.value.engine.recordsLeft = 0 }.wait()
        }
    }
}
