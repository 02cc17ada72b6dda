import NIOCore
import NIOPosix
import Testing

@testable import Shared

/// Tests over real sockets, which have flow control and reads on demand.
@Suite(.timeLimit(.minutes(5)))
struct TLSSocketTests {
    private let client: TLSContext
    private let server: TLSContext

    init() throws {
        client = try .client(trust: .pin(TLSFixture.identity.pin), alpn: TLSFixture.alpn)
        server = try .server(identity: TLSFixture.identity, alpn: TLSFixture.alpn)
    }

    @Test func megabytesPassBothWaysAtOnce() throws {
        try TLSLoopback.withServer(server, echoing: true) { port, accepted in
            let bytes = TLSFixture.bytes(4 * 1024 * 1024)
            let end = try TLSLoopback.connect(client, port: port)
            end.log.wait { $0.handshake != nil }
            for start in stride(from: 0, to: bytes.count, by: 100_000) {
                let part = bytes[start..<min(start + 100_000, bytes.count)]
                end.channel.writeAndFlush(ByteBuffer(bytes: part), promise: nil)
            }
            let seen = end.log.wait { $0.bytes.count >= bytes.count || $0.isInactive }
            // Compare as a Bool, because describing the difference of two such arrays takes very long.
            let isSame = seen.bytes == bytes && accepted.first().log.seen.bytes == bytes
            #expect(isSame, "\(seen.bytes.count) \(seen.errors)")
            try end.channel.close().wait()
            #expect(accepted.first().log.wait { $0.isInactive }.errors.isEmpty)
        }
    }

    @Test func aReaderThatDoesNotReadStopsTheWriter() throws {
        try TLSLoopback.withServer(server, autoRead: false) { port, accepted in
            let end = try TLSLoopback.connect(client, port: port)
            end.log.wait { $0.handshake != nil }
            let reader = accepted.first()
            let chunk = ByteBuffer(bytes: TLSFixture.bytes(64 * 1024))
            var sent = 0
            while end.channel.isWritable, sent < 256 * chunk.readableBytes {
                try end.channel.eventLoop.submit { end.channel.writeAndFlush(chunk, promise: nil) }.wait()
                sent += chunk.readableBytes
            }
            #expect(!end.channel.isWritable)
            #expect(reader.log.seen.bytes.isEmpty)
            // Each read() brings some bytes, and no more than requested.
            var reads = 0
            while reader.log.seen.bytes.count < sent {
                let before = reader.log.seen.reads
                reader.channel.read()
                let after = reader.log.wait { $0.reads > before || $0.isInactive }
                guard after.reads > before else { break }
                reads += 1
            }
            #expect(reader.log.seen.bytes.count == sent)
            // A read() lets the channel receive a few times (`maxMessagesPerRead`), and no more.
            #expect(reader.log.seen.reads <= 4 * reads)
        }
    }

    @Test func withoutAutoReadTheHandshakeContinuesAndDataWaits() throws {
        try TLSLoopback.withServer(server, autoRead: false) { port, accepted in
            let end = try TLSLoopback.connect(client, port: port, autoRead: false)
            try end.channel.writeAndFlush(ByteBuffer(string: "waits for its reader")).wait()
            let reader = accepted.first()
            #expect(reader.log.wait { $0.handshake != nil }.handshake != nil)
            try reader.channel.eventLoop.submit {}.wait()
            #expect(reader.log.seen.bytes.isEmpty)
            reader.channel.read()
            #expect(reader.log.wait { !$0.bytes.isEmpty }.text == "waits for its reader")
        }
    }

    @Test func aSlowReaderGetsEverythingBeforeTheGoodbye() throws {
        try TLSLoopback.withServer(server) { port, accepted in
            let end = try TLSLoopback.connect(client, port: port, autoRead: false)
            end.log.wait { $0.handshake != nil }
            let bytes = TLSFixture.bytes(1024 * 1024)
            let writer = accepted.first()
            writer.channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
            writer.channel.close(promise: nil)
            while end.log.seen.bytes.count < bytes.count, !end.log.seen.isInactive {
                let before = end.log.seen.reads
                end.channel.read()
                end.log.wait { $0.reads > before || $0.isInactive }
            }
            let isSame = end.log.seen.bytes == bytes
            #expect(isSame)
            end.channel.read()
            let seen = end.log.wait { $0.isInactive }
            #expect(seen.events.contains(.closedByPeer))
            #expect(seen.errors.isEmpty)
        }
    }

    @Test func halfClosingLeavesTimeForTheAnswer() throws {
        try TLSLoopback.withServer(server, halfClosure: true) { port, accepted in
            let end = try TLSLoopback.connect(client, port: port)
            try end.channel.writeAndFlush(ByteBuffer(string: "question")).wait()
            try end.channel.close(mode: .output).wait()
            let other = accepted.first()
            #expect(other.log.wait { $0.isInputClosed || $0.isInactive }.text == "question")
            try other.channel.writeAndFlush(ByteBuffer(string: "answer")).wait()
            try other.channel.close().wait()
            let seen = end.log.wait { $0.isInactive }
            #expect(seen.text == "answer")
            #expect(seen.errors.isEmpty)
            #expect(other.log.seen.errors.isEmpty)
        }
    }

    @Test func aServerThatDiesIsACut() throws {
        try TLSLoopback.withServer(server) { port, accepted in
            let end = try TLSLoopback.connect(client, port: port)
            end.log.wait { $0.handshake != nil }
            accepted.first().log.wait { $0.handshake != nil }
            try accepted.first().channel.triggerUserOutboundEvent(TLSWire.Cut.now).wait()
            let seen = end.log.wait { $0.isInactive }
            #expect(seen.tlsErrors == [TLSError.truncated], "\(seen)")
        }
    }

    @Test func byteByByteOnARealSocket() throws {
        try TLSLoopback.withServer(server, echoing: true, byteByByte: true) { port, _ in
            let end = try TLSLoopback.connect(client, port: port, byteByByte: true)
            end.channel.writeAndFlush(ByteBuffer(string: "slowly but surely"), promise: nil)
            #expect(end.log.wait { $0.bytes.count == 17 || $0.isInactive }.text == "slowly but surely")
            try end.channel.close().wait()
            #expect(end.log.seen.errors.isEmpty)
        }
    }
}
