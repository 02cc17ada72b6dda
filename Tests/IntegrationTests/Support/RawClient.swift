import NIOCore
import NIOPosix
import Shared

/// A client that says what it likes, and hears what comes until the server closes.
enum RawClient {
    /// Over TLS.
    static func answers(to bytes: [UInt8], port: Int, pin: PublicKeyPin) async throws -> [ServerFrame] {
        let tls = try TLSContext.client(trust: .pin(pin), alpn: ProtocolVersion.alpn)
        let received = try await exchange(bytes, port: port) { channel in
            try channel.pipeline.syncOperations.addHandler(
                try TLSHandler(client: tls, host: "127.0.0.1", port: port)
            )
        }
        var reader = FrameReader(limit: 1 << 20)
        reader.append(received)
        var frames: [ServerFrame] = []
        while let body = try reader.next() { frames.append(try ServerFrame(frameBody: body)) }
        return frames
    }

    /// In clear, as a stranger on the port.
    static func plainAnswer(to bytes: [UInt8], port: Int) async throws -> ByteBuffer {
        try await exchange(bytes, port: port) { _ in }
    }

    private static func exchange(
        _ bytes: [UInt8],
        port: Int,
        configure: @escaping @Sendable (any Channel) throws -> Void
    ) async throws -> ByteBuffer {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try configure(channel)
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(bytes: bytes))
            var received = ByteBuffer()
            do {
                for try await part in inbound { received.writeImmutableBuffer(part) }
            } catch {
                // A reset is an end, too.
            }
            return received
        }
    }
}
