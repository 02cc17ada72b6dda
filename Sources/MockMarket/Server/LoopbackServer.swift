package import NIOCore
import NIOHTTP1
import NIOPosix
import PlatformKit
import Synchronization

/// A small HTTP/1.1 server that answers requests by a plain function. It runs on its own event loop, so that it never
/// delays the loops of the process that embeds it.
package final class LoopbackServer: Sendable {
    /// What a test can observe on the wire.
    package enum Event: Sendable, Equatable {
        case connected(Int)
        case requested(connection: Int, path: String)
        case disconnected(Int)
    }

    package typealias Answer = @Sendable (MockRequest) -> MockReply
    package typealias Observer = @Sendable (Event) -> Void

    package let address: SocketAddress
    private let channel: any Channel
    private let group: MultiThreadedEventLoopGroup

    private init(channel: any Channel, address: SocketAddress, group: MultiThreadedEventLoopGroup) {
        self.channel = channel
        self.address = address
        self.group = group
    }

    /// Starts to listen. Port 0 takes a free one.
    package static func start(
        host: String,
        port: Int,
        observe: @escaping Observer = { _ in },
        answer: @escaping Answer
    ) async throws -> LoopbackServer {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        // Benchmarks count the time of the server's event loops by their names.
        group.next().execute { SystemThread.nameCurrent("loopback") }
        let connections = Atomic(0)
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                let number = connections.add(1, ordering: .relaxed).newValue
                return channel.eventLoop.makeCompletedFuture {
                    let handler = ReplyHandler(connection: number, answer: answer, observe: observe)
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
        do {
            let channel = try await bootstrap.bind(host: host, port: port).get()
            guard let address = channel.localAddress else { throw ChannelError.unknownLocalAddress }
            return LoopbackServer(channel: channel, address: address, group: group)
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    package var port: Int { address.port ?? 0 }

    /// The base address for a provider.
    package var baseURL: String {
        let host = address.ipAddress ?? "127.0.0.1"
        return host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
    }

    /// Stops listening, closes all connections and joins the thread.
    package func stop() async {
        // Both fail only if the work is already done.
        try? await channel.close()
        try? await group.shutdownGracefully()
    }
}
