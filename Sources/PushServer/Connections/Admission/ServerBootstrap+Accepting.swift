internal import NIOCore
internal import NIOPosix
internal import PlatformKit

extension ServerBootstrap {
    /// Makes the bootstrap of a listening port. When there is no file descriptor for another connection, the port waits without
    /// spinning until there is one.
    /// - Parameter places: nil for a port that limits its connections itself.
    static func accepting(
        in group: any EventLoopGroup,
        _ shortage: DescriptorShortage,
        places: DescriptorPlaces? = nil,
        pause: TimeAmount = AcceptPauseHandler.pause
    ) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptPauseHandler(shortage, places, pause: pause))
                }
            }
    }
}

/// Stops polling a listening socket while there is no file descriptor for another connection, and retries until there is one.
///
/// The connection that could not be accepted keeps the socket readable. NIO keeps a socket in the poll after its
/// accept has failed, and `AcceptBackoffHandler` only delays reads that were requested. Without this handler, the
/// event loop would spin.
final class AcceptPauseHandler: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    /// A failed retry costs one system call.
    static let pause = TimeAmount.milliseconds(200)

    private let shortage: DescriptorShortage
    private let places: DescriptorPlaces?
    /// The time until the next retry.
    private let pause: TimeAmount
    private var retry: Scheduled<Void>?

    init(_ shortage: DescriptorShortage, _ places: DescriptorPlaces? = nil, pause: TimeAmount = pause) {
        (self.shortage, self.places, self.pause) = (shortage, places, pause)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        places?.take(unwrapInboundIn(data))
        context.fireChannelRead(data)
        // NIO may still accept up to three more connections in this turn (`maxMessagesPerRead` is 4).
        if !hasRoom { pauseReading(context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, DescriptorShortage.isMeant(by: error.errnoCode) else {
            // The error concerns one connection, such as ECONNABORTED. The next connection is accepted.
            return
        }
        shortage.acceptFailed(error.errnoCode, at: .now())
        pauseReading(context)
    }

    private var hasRoom: Bool { places?.hasRoom ?? true }

    private func pauseReading(_ context: ChannelHandlerContext) {
        guard retry == nil else { return }
        setReading(false, context)
        retryLater(context)
    }

    private func retryLater(_ context: ChannelHandlerContext) {
        retry = context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
            self.retry = nil
            if self.hasRoom { return self.setReading(true, context) }
            if self.isSomebodyWaiting(context) { self.shortage.acceptFailed(EMFILE, at: .now()) }
            self.retryLater(context)
        }
    }

    private func isSomebodyWaiting(_ context: ChannelHandlerContext) -> Bool {
        let pipeline = context.channel.pipeline.syncOperations
        return (try? pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self, Sockets.isReadable)) ?? false
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        retry?.cancel()
        retry = nil
    }

    private func setReading(_ isReading: Bool, _ context: ChannelHandlerContext) {
        // This fails for a closed port, which reads nothing more.
        try? context.channel.syncOptions?.setOption(.autoRead, value: isReading)
    }
}
