import NIOCore
import NIOPosix
import Shared

/// A client that says what it likes, and hears what comes until the server closes.
enum RawClient {
    /// Over TLS.
    /// - Parameter later: what is said once the server has said welcome.
    static func answers(
        to bytes: [UInt8],
        afterWelcome later: [UInt8] = [],
        port: Int,
        pin: PublicKeyPin
    ) async throws -> [ServerFrame] {
        let tls = try TLSContext.client(trust: .pin(pin), alpn: ProtocolVersion.alpn)
        var frames: [ServerFrame] = []
        var reader = FrameReader(limit: 1 << 20)
        try await exchange(bytes, port: port) { channel in
            try channel.pipeline.syncOperations.addHandler(
                try TLSHandler(client: tls, host: "127.0.0.1", port: port)
            )
        } hearing: { part, outbound in
            reader.append(part)
            while let body = try reader.next() {
                let frame = try ServerFrame(frameBody: body)
                frames.append(frame)
                if case .welcome = frame, !later.isEmpty { try await outbound.write(ByteBuffer(bytes: later)) }
            }
        }
        return frames
    }

    /// In clear, as a stranger on the port.
    static func plainAnswer(to bytes: [UInt8], port: Int) async throws -> ByteBuffer {
        var received = ByteBuffer()
        try await exchange(bytes, port: port) { _ in
        } hearing: { part, _ in
            received.writeImmutableBuffer(part)
        }
        return received
    }

    private static func exchange(
        _ bytes: [UInt8],
        port: Int,
        configure: @escaping @Sendable (any Channel) throws -> Void,
        hearing: (ByteBuffer, NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws -> Void
    ) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try configure(channel)
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { inbound, outbound in
            do {
                if !bytes.isEmpty { try await outbound.write(ByteBuffer(bytes: bytes)) }
                for try await part in inbound { try await hearing(part, outbound) }
            } catch is IOError {
                // A reset is an end, too.
            } catch is ChannelError {
                // So is one that came before we had spoken.
            } catch is TLSError {
                // And one without a goodbye.
            }
        }
    }
}
