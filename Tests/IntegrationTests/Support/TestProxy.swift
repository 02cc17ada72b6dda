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
        /// How often the wire was cut.
        var cuts = 0
        /// How many more bytes must come from the server before what terminals send is held back; nil: nothing is.
        var holdBudget: Int?
        var held: [(bytes: ByteBuffer, server: any Channel)] = []
    }

    private let state: NIOLockedValueBox<State>
    private let listener: any Channel
    /// An element each time that something is held back.
    let holds: AsyncStream<Void>

    var port: Int { listener.localAddress?.port ?? 0 }

    private init(state: NIOLockedValueBox<State>, listener: any Channel, holds: AsyncStream<Void>) {
        (self.state, self.listener, self.holds) = (state, listener, holds)
    }

    static func start(upstreamPort: Int) async throws -> TestProxy {
        let state = NIOLockedValueBox(State(upstreamPort: upstreamPort))
        let (holds, noteHold) = AsyncStream.makeStream(of: Void.self)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { client in connect(client, state, noteHold) }
            .bind(host: "127.0.0.1", port: 0).get()
        return TestProxy(state: state, listener: listener, holds: holds)
    }

    func plug(into port: Int) { state.withLockedValue { $0.upstreamPort = port } }

    /// Cuts the wire after `bytes` more bytes from the server.
    func cut(afterBytesFromServer bytes: Int) {
        state.withLockedValue { $0.budget = bytes }
        if bytes == 0 { cutNow() }
    }

    func cutNow() {
        let connections = state.withLockedValue { state in
            defer { (state.connections, state.budget, state.cuts) = ([], nil, state.cuts + 1) }
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

    /// Holds back what terminals send after the server has sent this many more bytes.
    func hold(afterBytesFromServer bytes: Int) { state.withLockedValue { $0.holdBudget = bytes } }

    /// Sends what was held back, and holds back nothing more.
    func release() {
        let held = state.withLockedValue { state in
            defer { (state.held, state.holdBudget) = ([], nil) }
            return state.held
        }
        for (bytes, server) in held { server.writeAndFlush(bytes, promise: nil) }
    }

    func stop() async throws {
        cutNow()
        try await listener.close()
    }

    private static func connect(
        _ client: any Channel,
        _ state: NIOLockedValueBox<State>,
        _ noteHold: AsyncStream<Void>.Continuation
    ) -> EventLoopFuture<Void> {
        let (port, cuts) = state.withLockedValue { ($0.upstreamPort, $0.cuts) }
        return ClientBootstrap(group: client.eventLoop)
            .channelOption(.autoRead, value: false)
            .connect(host: "127.0.0.1", port: port)
            .flatMap { server in
                let isCut = state.withLockedValue { state in
                    state.connections.append((client, server))
                    return state.cuts != cuts
                }
                // The wire was cut while this end was being connected, perhaps to a server that is out of reach now.
                if isCut { client.close(promise: nil) }
                let forward = client.pipeline.addHandler(
                    Forwarder(to: server) { bytes in
                        let isHeld = hold(bytes, for: server, state)
                        if isHeld { noteHold.yield() }
                        return isHeld ? .keep : .pass
                    }
                )
                let back = server.pipeline.addHandler(
                    Forwarder(to: client) { spend($0.readableBytes, of: state).map { .cut(after: $0) } ?? .pass }
                )
                return forward.and(back).flatMap { _ in
                    client.setOption(.autoRead, value: true).and(server.setOption(.autoRead, value: true))
                }.map { _ in }
            }
    }

    /// - Returns: whether the bytes wait for `release`.
    private static func hold(_ bytes: ByteBuffer, for server: any Channel, _ state: NIOLockedValueBox<State>) -> Bool {
        state.withLockedValue { state in
            guard let budget = state.holdBudget, budget <= 0 else { return false }
            state.held.append((bytes, server))
            return true
        }
    }

    /// - Returns: how many of the bytes still pass if the wire is cut after them; nil if it is not.
    private static func spend(_ bytes: Int, of state: NIOLockedValueBox<State>) -> Int? {
        state.withLockedValue { state in
            state.holdBudget = state.holdBudget.map { $0 - bytes }
            guard let budget = state.budget else { return nil }
            state.budget = bytes >= budget ? nil : budget - bytes
            return bytes >= budget ? budget : nil
        }
    }
}

private final class Forwarder: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    enum Fate {
        case pass
        case keep
        /// The wire is cut after this many bytes.
        case cut(after: Int)
    }

    private let peer: any Channel
    private let fate: @Sendable (ByteBuffer) -> Fate

    init(to peer: any Channel, fate: @escaping @Sendable (ByteBuffer) -> Fate) {
        self.peer = peer
        self.fate = fate
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        switch fate(bytes) {
        case .pass: peer.writeAndFlush(bytes, promise: nil)
        case .keep: break
        case .cut(let left):
            let (peer, rest) = (peer, bytes.readSlice(length: left) ?? ByteBuffer())
            peer.writeAndFlush(rest).whenComplete { _ in peer.close(promise: nil) }
            context.close(promise: nil)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        // Passes the backpressure on to the other side.
        peer.setOption(.autoRead, value: context.channel.isWritable).whenComplete { _ in }
    }

    func channelInactive(context: ChannelHandlerContext) { peer.close(promise: nil) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
