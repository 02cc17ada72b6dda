internal import NIOCore
internal import NIOPosix

extension ServerBootstrap {
    /// For a port of ours: where the system has no more file descriptors, it waits until there are some, and costs nothing
    /// meanwhile.
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
