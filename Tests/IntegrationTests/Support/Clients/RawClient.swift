import NIOCore
import NIOPosix
import Shared

/// A client that sends any bytes and reads the answers until the server closes.
enum RawClient {
    /// Sends bytes over TLS and returns the frames that come back.
    /// - Parameter later: the bytes to send after the Welcome.
    /// - Parameter header: the bytes to send before TLS begins.
    /// - Parameter address: the local address to connect from.
    /// - Parameter count: the number of frames after which the client hangs up; nil: it waits for the server.
    /// - Parameter goesOn: says after each frame whether to wait for another.
    static func answers(
        to bytes: [UInt8],
        after header: [UInt8] = [],
        afterWelcome later: [UInt8] = [],
        port: Int,
        pin: PublicKeyPin,
        from address: String = "127.0.0.1",
        endingAfter count: Int? = nil,
        whileTrue goesOn: (ServerFrame) async throws -> Bool = { _ in true }
    ) async throws -> [ServerFrame] {
        let tls = try TLSContext.client(trust: .pin(pin), alpn: ProtocolVersion.alpn)
        var frames: [ServerFrame] = []
        var reader = FrameReader(limit: 1 << 20)
        try await exchange(bytes, port: port, from: address) { channel in
            if !header.isEmpty { try channel.pipeline.syncOperations.addHandler(FirstBytes(header)) }
            try channel.pipeline.syncOperations.addHandler(
                try TLSHandler(client: tls, host: "127.0.0.1", port: port)
            )
        } hearing: { part, outbound in
            reader.append(part)
            while let body = try reader.next() {
                let frame = try ServerFrame(frameBody: body)
                frames.append(frame)
                if case .welcome = frame, !later.isEmpty { try await outbound.write(ByteBuffer(bytes: later)) }
                if try await !goesOn(frame) { return false }
            }
            return count.map { frames.count < $0 } ?? true
        }
        return frames
    }

    /// Sends bytes without TLS and returns what comes back.
    static func plainAnswer(to bytes: [UInt8], port: Int) async throws -> ByteBuffer {
        var received = ByteBuffer()
        try await exchange(bytes, port: port) { _ in
        } hearing: { part, _ in
            received.writeImmutableBuffer(part)
            return true
        }
        return received
    }

    /// The admin port's answer. The port closes slow connections without an answer. On a busy machine this client may
    /// be slow, so it asks again.
    static func adminAnswer(to request: String, port: Int) async throws -> String {
        while true {
            try Task.checkCancellation()
            let answer = try await plainAnswer(to: Array(request.utf8), port: port)
            if answer.readableBytes > 0 { return String(buffer: answer) }
        }
    }

    /// The whole of `/metrics`.
    static func metrics(port: Int) async throws -> String {
        let request = "GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        while true {
            let answer = try await adminAnswer(to: request, port: port)
            let length = answer.firstMatch(of: /(?i)content-length: ([0-9]+)/).flatMap { Int($0.output.1) }
            let body = answer.firstRange(of: "\r\n\r\n").map { answer[$0.upperBound...].utf8.count }
            if answer.hasPrefix("HTTP/1.1 200"), let body, body == length { return answer }
        }
    }

    /// - Parameter hearing: returns whether to go on.
    private static func exchange(
        _ bytes: [UInt8],
        port: Int,
        from address: String = "127.0.0.1",
        configure: @escaping @Sendable (any Channel) throws -> Void,
        hearing: (ByteBuffer, NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws -> Bool
    ) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(to: try SocketAddress(ipAddress: address, port: 0))
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try configure(channel)
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { inbound, outbound in
            do {
                if !bytes.isEmpty { try await outbound.write(ByteBuffer(bytes: bytes)) }
                for try await part in inbound { if try await !hearing(part, outbound) { return } }
            } catch is IOError {
                // A reset is an end, too.
            } catch is ChannelError {
                // So is an end before the handshake is over.
            } catch is TLSError {
                // An end without close_notify is an end, too.
            }
        }
    }

    /// Sends bytes before the handlers after it send anything.
    private final class FirstBytes: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func channelActive(context: ChannelHandlerContext) {
            context.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: nil)
            context.fireChannelActive()
        }
    }
}
