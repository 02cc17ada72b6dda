internal import NIOCore
internal import NIOPosix

extension ServerBootstrap {
    /// For a port of ours: where there are no more file descriptors, it waits a second before it tries to accept again, for
    /// the connection that could not be accepted still is there and would be tried without end.
    static func accepting(in group: any EventLoopGroup) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let backoff = AcceptBackoffHandler(shouldForwardIOErrorCaught: false)
                    try channel.pipeline.syncOperations.addHandler(backoff)
                }
            }
    }
}
