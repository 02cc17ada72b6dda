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

    /// What an earlier call on the thread has left behind is not this connection's failure.
    @Test func aFailedWriteSaysItsOwnReasonAndLeavesNothing() throws {
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

    private func shakeHands(_ client: TLSEngine, _ server: TLSEngine) throws {
        // One for both, as for connections of one event loop.
        let outbox = TLSOutbox()
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
