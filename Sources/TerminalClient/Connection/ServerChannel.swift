internal import NIOCore
internal import NIOPosix
internal import Shared
internal import Synchronization

/// One connection to the server, from the TCP handshake to its end.
struct ServerChannel: Sendable {
    typealias Inbound = NIOAsyncChannelInboundStream<ServerFrame>
    typealias Outbound = NIOAsyncChannelOutboundWriter<ClientFrame>

    /// How the bytes of frames travel.
    enum Transport: Sendable {
        case tls(TLSContext)
        /// In clear, over a Unix socket.
        case local(LocalServer)
    }

    private let channel: NIOAsyncChannel<ServerFrame, ClientFrame>

    /// Connects. The first frame is written while the TLS handshake goes on. A private server is started if it does not
    /// run.
    /// - Throws: `ConnectionError`: `.unreachable`, `.insecure` or `.local`
    static func open(
        to node: ServerAddress.Node,
        over transport: Transport,
        within time: TimeAmount,
        group: any EventLoopGroup
    ) async throws(ConnectionError) -> ServerChannel {
        let bootstrap = ClientBootstrap(group: group).connectTimeout(time)
        let attempts = ConnectionAttempts()
        do {
            switch transport {
            case .tls(let tls):
                return try await withTaskCancellationHandler {
                    let channel = try await bootstrap.channelOption(.tcpOption(.tcp_nodelay), value: 1)
                        .connect(host: node.host, port: node.port) { channel in
                            channel.eventLoop.makeCompletedFuture {
                                try attempts.add(channel)
                                let tls = try TLSHandler(client: tls, host: node.host, port: node.port)
                                return try framed(channel, over: [tls])
                            }
                        }
                    return ServerChannel(channel: channel)
                } onCancel: {
                    attempts.cancel()
                }
            case .local(let server):
                try await server.ensureRunning()
                let channel = try await bootstrap.connect(unixDomainSocketPath: server.place.socket) { channel in
                    channel.eventLoop.makeCompletedFuture { try framed(channel, over: []) }
                }
                return ServerChannel(channel: channel)
            }
        } catch let error as LocalServerError {
            throw .local(error)
        } catch let error as TLSError {
            throw .insecure(error)
        } catch {
            throw .unreachable([UnreachedNode(node, reason: ConnectFailure(error).description)])
        }
    }

    private static func framed(
        _ channel: any Channel,
        over handlers: [any ChannelHandler]
    ) throws -> NIOAsyncChannel<ServerFrame, ClientFrame> {
        let frames = FrameExchangeHandler(limits: SessionLimits(), now: .now()) { frame, _ in frame }
        try channel.pipeline.syncOperations.addHandlers(handlers + [frames])
        return try NIOAsyncChannel<ServerFrame, ClientFrame>(wrappingChannelSynchronously: channel)
    }

    /// Runs `body` for as long as it likes, then closes the connection.
    /// - Throws: why the connection ended, unless `body` ended it.
    @MainActor
    func use(_ body: @MainActor (Inbound, Outbound) async throws -> Void) async throws(ConnectionError) {
        do {
            try await channel.executeThenClose { try await body($0, $1) }
        } catch let error as ConnectionError {
            throw error
        } catch let error as TLSError {
            throw error == .truncated || error == .closedDuringHandshake ? .lost : .insecure(error)
        } catch let error as FrameError {
            throw .garbled(error)
        } catch is FrameExchange.Silence {
            throw .silent
        } catch {
            throw .lost
        }
    }
}

/// The channels that are being connected, one for each address of a host. NIO does not notice that a task is cancelled, and a user
/// who quits should not wait until a silent host's time is over.
private final class ConnectionAttempts: Sendable {
    private let state = Mutex((isCancelled: false, channels: [any Channel]()))

    func add(_ channel: any Channel) throws {
        try state.withLock { state in
            if state.isCancelled { throw CancellationError() }
            state.channels.append(channel)
        }
    }

    func cancel() {
        let channels = state.withLock { state in
            state.isCancelled = true
            return state.channels
        }
        for channel in channels { channel.close(promise: nil) }
    }
}
