package import NIOCore
package import NIOPosix
package import Shared

/// Looks at a server's key and sends nothing, so that the user knows who gets a password before typing it.
package enum ServerProbe {
    /// Returns when the TLS handshake has succeeded with a key that `trust` accepts. Asks the server's first node that
    /// can be reached.
    /// - Parameter resolver: finds the addresses of a name; nil for the system's.
    /// - Throws: `ConnectionError`: `.insecure(.untrustedKey)` with the key, if it is not trusted.
    package static func checkKey(
        of address: ServerAddress,
        trust: TLSTrust,
        group: any EventLoopGroup,
        resolver: (any Resolver & Sendable)? = nil
    ) async throws(ConnectionError) {
        var failure: ConnectionError?
        for node in address.nodes {
            do throws(ConnectionError) {
                return try await checkKey(of: node, trust: trust, group: group, resolver: resolver)
            } catch {
                failure = error.joined(to: failure)
                guard case .unreachable = error, node != address.nodes.last else { break }
            }
        }
        if let failure { throw failure }
    }

    private static func checkKey(
        of node: ServerAddress.Node,
        trust: TLSTrust,
        group: any EventLoopGroup,
        resolver: (any Resolver & Sendable)?
    ) async throws(ConnectionError) {
        do {
            let tls = try TLSContext.client(trust: trust, alpn: ProtocolVersion.alpn)
            let (channel, handshake) = try await ClientBootstrap(group: group)
                .connectTimeout(.seconds(5))
                .resolver(resolver)
                .connect(host: node.host, port: node.port) { channel in
                    // A name may have several addresses. Each gets a channel, of which one connects, so each channel
                    // has a handshake of its own.
                    channel.eventLoop.makeCompletedFuture {
                        let handler = try TLSHandler(client: tls, host: node.host, port: node.port)
                        let handshake = channel.eventLoop.makePromise(of: Void.self)
                        try channel.pipeline.syncOperations.addHandlers([handler, HandshakeWaiter(handshake)])
                        return (channel, handshake.futureResult)
                    }
                }
            defer { channel.close(promise: nil) }
            try await handshake.get()
        } catch let error as TLSError {
            throw error == .closedDuringHandshake ? .lost : .insecure(error)
        } catch {
            throw .unreachable([UnreachedNode(node, reason: ConnectFailure(error).description)])
        }
    }
}

/// Fulfills a promise when the handshake has succeeded or failed.
private final class HandshakeWaiter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var done: EventLoopPromise<Void>?

    init(_ done: EventLoopPromise<Void>) { self.done = done }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSEvent.handshakeCompleted = event { finish(.success(())) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { finish(.failure(error)) }
    func channelInactive(context: ChannelHandlerContext) { finish(.failure(TLSError.closedDuringHandshake)) }
    func handlerRemoved(context: ChannelHandlerContext) { finish(.failure(TLSError.closedDuringHandshake)) }

    private func finish(_ result: Result<Void, any Error>) {
        done?.completeWith(result)
        done = nil
    }
}
