import NIOCore
import NIOPosix
import Shared

/// A terminal that signs in and then reads nothing until the test wants it to.
struct StalledClient: Sendable {
    private let channel: any Channel
    private let ear: NIOLoopBound<Ear>

    /// Returns when the server has begun to answer.
    static func connect(port: Int, pin: PublicKeyPin, hello: Hello) async throws -> StalledClient {
        let tls = try TLSContext.client(trust: .pin(pin), alpn: ProtocolVersion.alpn)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let heard = loop.makePromise(of: Void.self)
        let (channel, ear) = try await ClientBootstrap(group: loop)
            // The kernel has little room, so that much of a snapshot stays with the server.
            .channelOption(.socketOption(.so_rcvbuf), value: 4096)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(try TLSHandler(client: tls, host: "127.0.0.1", port: port))
                    let ear = Ear(heard: heard)
                    try pipeline.addHandler(ear)
                    return (channel, NIOLoopBound(ear, eventLoop: channel.eventLoop))
                }
            }
        var bytes = ByteBuffer()
        ClientFrame.hello(hello).write(into: &bytes)
        try await channel.writeAndFlush(bytes)
        try await heard.futureResult.get()
        return StalledClient(channel: channel, ear: ear)
    }

    /// Reads the rest until the server closes.
    /// - Returns: all frames since the start.
    func readOn() async throws -> [ServerFrame] {
        try? await channel.setOption(.autoRead, value: true).get()
        try await channel.closeFuture.get()
        var reader = FrameReader(limit: 1 << 20)
        reader.append(try await channel.eventLoop.submit { [ear] in ear.value.bytes }.get())
        var frames: [ServerFrame] = []
        while let body = try reader.next() { frames.append(try ServerFrame(frameBody: body)) }
        return frames
    }
}

/// Stops reading after the first bytes.
private final class Ear: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private(set) var bytes = ByteBuffer()
    private let heard: EventLoopPromise<Void>

    init(heard: EventLoopPromise<Void>) { self.heard = heard }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if bytes.readableBytes == 0 { try? context.channel.syncOptions?.setOption(.autoRead, value: false) }
        bytes.writeImmutableBuffer(unwrapInboundIn(data))
        heard.succeed()
    }

    /// An end without close_notify is no failure here.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelInactive(context: ChannelHandlerContext) { heard.fail(ChannelError.eof) }
}
