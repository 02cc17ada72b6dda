import COpenSSL
import NIOCore
import NIOPosix

@testable import Shared

/// A client that renews its TLS keys as often as the test wants.
struct KeyUpdateClient: Sendable {
    private let channel: any Channel
    private let isAnswered: EventLoopFuture<Void>

    /// Returns after the TLS handshake, or, with a hello, after the Welcome.
    static func connect(port: Int, pin: PublicKeyPin, hello: Hello? = nil) async throws -> KeyUpdateClient {
        // The server answers with KeyUpdates of its own, so the client must not limit them.
        let limits = TLSLimits(emptyRecordsPerSecond: 0)
        let tls = try TLSContext.client(trust: .pin(pin), alpn: ProtocolVersion.alpn, limits: limits)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let (isThere, isAnswered) = (loop.makePromise(of: Void.self), loop.makePromise(of: Void.self))
        let channel = try await ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(try TLSHandler(client: tls, host: "127.0.0.1", port: port))
                    try pipeline.addHandler(Talk(hello: hello, isThere: isThere, isAnswered: isAnswered))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        try await isThere.futureResult.get()
        return KeyUpdateClient(channel: channel, isAnswered: isAnswered.futureResult)
    }

    /// Sends this many KeyUpdates, each of which asks for one in return (RFC 8446, section 4.6.3).
    func renewKeys(_ count: Int) async throws {
        try await channel.eventLoop.submit { [channel] in
            let engine = try channel.pipeline.syncOperations.handler(type: TLSHandler.self).engine
            for _ in 0..<count {
                SSL_key_update(engine.ssl, SSL_KEY_UPDATE_REQUESTED)
                SSL_do_handshake(engine.ssl)
                engine.collect()
            }
            channel.flush()
        }.get()
    }

    /// Returns when the server has answered.
    func ping() async throws {
        var bytes = ByteBuffer()
        ClientFrame.ping(nonce: 1).write(into: &bytes)
        try await channel.writeAndFlush(bytes)
        try await isAnswered.get()
    }

    /// Returns when the server has closed the connection.
    func untilEnded() async throws { try await channel.closeFuture.get() }

    func close() async throws { try await channel.close() }

    private final class Talk: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let hello: Hello?
        private let isThere: EventLoopPromise<Void>
        private let isAnswered: EventLoopPromise<Void>
        private var reader = FrameReader(limit: 1 << 20)

        init(hello: Hello?, isThere: EventLoopPromise<Void>, isAnswered: EventLoopPromise<Void>) {
            (self.hello, self.isThere, self.isAnswered) = (hello, isThere, isAnswered)
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            guard case TLSEvent.handshakeCompleted = event else { return }
            guard let hello else { return isThere.succeed() }
            var bytes = ByteBuffer()
            ClientFrame.hello(hello).write(into: &bytes)
            context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            reader.append(unwrapInboundIn(data))
            while let body = try? reader.next(), let frame = try? ServerFrame(frameBody: body) {
                if case .welcome = frame { isThere.succeed() }
                if case .pong = frame { isAnswered.succeed() }
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            isThere.fail(ChannelError.eof)
            isAnswered.fail(ChannelError.eof)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
