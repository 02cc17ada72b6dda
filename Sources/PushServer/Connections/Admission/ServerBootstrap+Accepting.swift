internal import NIOCore
internal import NIOPosix

extension ServerBootstrap {
    /// Makes the bootstrap of a listening port. When the system has no file descriptor left, the port waits without
    /// spinning until one is free.
    static func accepting(
        in group: any EventLoopGroup,
        _ shortage: DescriptorShortage,
        pause: TimeAmount = AcceptPauseHandler.pause
    ) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptPauseHandler(shortage, pause: pause))
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
    /// The time until the next retry.
    private let pause: TimeAmount
    private var retry: Scheduled<Void>?

    init(_ shortage: DescriptorShortage, pause: TimeAmount = pause) { (self.shortage, self.pause) = (shortage, pause) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        shortage.accepted(unwrapInboundIn(data))
        context.fireChannelRead(data)
        // NIO may accept some more of these before it heeds the pause.
        if !shortage.hasRoom { pause(EMFILE, context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, DescriptorShortage.isMeant(by: error.errnoCode) else {
            // The error concerns one connection, such as ECONNABORTED. The next connection is accepted.
            return
        }
        pause(error.errnoCode, context)
    }

    private func pause(_ code: CInt, _ context: ChannelHandlerContext) {
        shortage.acceptFailed(code, at: .now())
        guard retry == nil else { return }
        setReading(false, context)
        retryLater(context)
    }

    private func retryLater(_ context: ChannelHandlerContext) {
        retry = context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
            self.retry = nil
            if self.shortage.hasRoom { return self.setReading(true, context) }
            self.shortage.acceptFailed(EMFILE, at: .now())
            self.retryLater(context)
        }
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
