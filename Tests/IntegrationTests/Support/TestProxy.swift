import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A wire that the test can cut, stall and plug into another server: it forwards bytes between terminals and a server.
final class TestProxy: Sendable {
    private struct State {
        var upstreamPort: Int
        /// How many more bytes may come from the server before the wire is cut; nil: any.
        var budget: Int?
        var connections: [(client: any Channel, server: any Channel)] = []
    }

    private let state: NIOLockedValueBox<State>
    private let listener: any Channel

    var port: Int { listener.localAddress?.port ?? 0 }

    private init(state: NIOLockedValueBox<State>, listener: any Channel) {
        self.state = state
        self.listener = listener
    }

    static func start(upstreamPort: Int) async throws -> TestProxy {
        let state = NIOLockedValueBox(State(upstreamPort: upstreamPort))
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { client in connect(client, state) }
            .bind(host: "127.0.0.1", port: 0).get()
        return TestProxy(state: state, listener: listener)
    }

    func plug(into port: Int) { state.withLockedValue { $0.upstreamPort = port } }

    /// Cuts the wire after `bytes` more bytes from the server.
    func cut(afterBytesFromServer bytes: Int) {
        state.withLockedValue { $0.budget = bytes }
        if bytes == 0 { cutNow() }
    }

    func cutNow() {
        let connections = state.withLockedValue { state in
            defer { (state.connections, state.budget) = ([], nil) }
            return state.connections
        }
        for connection in connections {
            connection.client.close(promise: nil)
            connection.server.close(promise: nil)
        }
    }

    /// Stops or resumes reading from the server.
    func setStalled(_ isStalled: Bool) async throws {
        for connection in state.withLockedValue({ $0.connections }) {
            try await connection.server.setOption(.autoRead, value: !isStalled).get()
        }
    }

    func stop() async throws {
        cutNow()
        try await listener.close()
    }

    private static func connect(_ client: any Channel, _ state: NIOLockedValueBox<State>) -> EventLoopFuture<Void> {
        let port = state.withLockedValue { $0.upstreamPort }
        return ClientBootstrap(group: client.eventLoop)
            .channelOption(.autoRead, value: false)
            .connect(host: "127.0.0.1", port: port)
            .flatMap { server in
                state.withLockedValue { $0.connections.append((client, server)) }
                let forward = client.pipeline.addHandler(Forwarder(to: server) { _ in nil })
                let back = server.pipeline.addHandler(Forwarder(to: client) { spend($0, of: state) })
                return forward.and(back).flatMap { _ in
                    client.setOption(.autoRead, value: true).and(server.setOption(.autoRead, value: true))
                }.map { _ in }
            }
    }

    /// - Returns: how many of the bytes still pass if the wire is cut after them; nil if it is not.
    private static func spend(_ bytes: Int, of state: NIOLockedValueBox<State>) -> Int? {
        state.withLockedValue { state in
            guard let budget = state.budget else { return nil }
            state.budget = bytes >= budget ? nil : budget - bytes
            return bytes >= budget ? budget : nil
        }
    }
}

private final class Forwarder: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let peer: any Channel
    private let cut: @Sendable (Int) -> Int?

    init(to peer: any Channel, cut: @escaping @Sendable (Int) -> Int?) {
        self.peer = peer
        self.cut = cut
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard let left = cut(bytes.readableBytes) else { return peer.writeAndFlush(bytes, promise: nil) }
        let peer = peer
        peer.writeAndFlush(bytes.readSlice(length: left) ?? ByteBuffer()).whenComplete { _ in peer.close(promise: nil) }
        context.close(promise: nil)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        // Passes the backpressure on to the other side.
        peer.setOption(.autoRead, value: context.channel.isWritable).whenComplete { _ in }
    }

    func channelInactive(context: ChannelHandlerContext) { peer.close(promise: nil) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
