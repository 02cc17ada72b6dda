import NIOCore
import Testing

@testable import Shared

struct TLSEngineTests {
    @Test func keysAreRenewedBeforeTheyWearOut() throws {
        let identity = TLSFixture.identity
        let client = try TLSEngine(
            context: .client(trust: .pin(identity.pin), alpn: TLSFixture.alpn),
            host: TLSPeerName("localhost"),
            recordsPerKey: 3
        )
        let server = try TLSEngine(context: .server(identity: identity, alpn: TLSFixture.alpn))
        try shakeHands(client, server)
        var received = ByteBuffer()
        var sizes: [Int] = []
        for _ in 0..<10 {
            try client.encrypt(ByteBuffer(string: "tick "))
            sizes.append(client.outboundBytes)
            carry(client, to: server, into: &received)
        }
        #expect(String(buffer: received) == String(repeating: "tick ", count: 10))
        // Five bytes and 22 of record; a KeyUpdate is a record of five bytes before them (RFC 8446, section 4.6.3).
        #expect(sizes == [27, 27, 27, 54, 27, 27, 27, 54, 27, 27])
    }

    /// An error that an earlier call left on the thread is not this connection's error.
    @Test func aFailedWriteReportsItsOwnReasonAndLeavesNone() throws {
        let identity = TLSFixture.identity
        let client = try TLSEngine(
            context: .client(trust: .pin(identity.pin), alpn: TLSFixture.alpn),
            host: TLSPeerName("localhost")
        )
        let server = try TLSEngine(context: .server(identity: identity, alpn: TLSFixture.alpn))
        try shakeHands(client, server)
        client.endOutput()
        #expect(TLSErrorQueue.leaveError())
        #expect {
            try client.encrypt(ByteBuffer(string: "too late"))
        } throws: { error in
            guard case TLSError.failed(let failure)? = error as? TLSError else { return false }
            return failure.reason == "protocol is shutdown"
        }
        #expect(TLSErrorQueue.isEmpty)
    }

    @Test func connectionsOfOneEventLoopDoNotMixTheirBytes() throws {
        let (identity, outbox) = (TLSFixture.identity, TLSOutbox())
        let pairs = try (0..<2).map { _ in
            let client = try TLSEngine(
                context: .client(trust: .pin(identity.pin), alpn: TLSFixture.alpn),
                host: TLSPeerName("localhost")
            )
            return (client, try TLSEngine(context: .server(identity: identity, alpn: TLSFixture.alpn)))
        }
        for (client, server) in pairs { try shakeHands(client, server, outbox) }
        // The texts are larger than the outbox and than a record. None is fetched before all are written.
        let texts = ["first ", "second "].map { String(repeating: $0, count: 9_000) }
        for (text, (client, server)) in zip(texts, pairs) {
            try client.encrypt(ByteBuffer(string: text))
            try server.encrypt(ByteBuffer(string: "you say: " + text))
        }
        for (text, (client, server)) in zip(texts, pairs) {
            var (heard, answer) = (ByteBuffer(), ByteBuffer())
            carry(client, to: server, into: &heard)
            carry(server, to: client, into: &answer)
            #expect(String(buffer: heard) == text)
            #expect(String(buffer: answer) == "you say: " + text)
        }
        #expect(outbox.isEmpty)
    }

    private func shakeHands(_ client: TLSEngine, _ server: TLSEngine, _ outbox: TLSOutbox = TLSOutbox()) throws {
        // Both share one outbox, as connections of one event loop do.
        for engine in [client, server] { engine.attach(outbox) }
        var ignored = ByteBuffer()
        for _ in 0..<2 {
            _ = client.handshake()
            if let bytes = client.takeOutbound() { server.receive(bytes) }
            _ = server.handshake()
            if let bytes = server.takeOutbound() { client.receive(bytes) }
        }
        _ = client.decrypt(into: &ignored)
        #expect(ignored.readableBytes == 0)
    }

    private func carry(_ sender: TLSEngine, to receiver: TLSEngine, into plaintext: inout ByteBuffer) {
        if let bytes = sender.takeOutbound() { receiver.receive(bytes) }
        _ = receiver.decrypt(into: &plaintext)
    }
}
