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
