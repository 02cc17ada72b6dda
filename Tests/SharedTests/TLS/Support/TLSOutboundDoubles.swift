import NIOCore

/// A socket that takes nothing. It keeps the writes and their promises.
final class PendingWrites: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    private(set) var writes: [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] = []
    private(set) var flushes = 0

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        writes.append((unwrapOutboundIn(data), promise))
    }

    func flush(context: ChannelHandlerContext) { flushes += 1 }

    /// Lets the socket take everything.
    func succeedAll() {
        let taken = writes
        writes = []
        for write in taken { write.promise?.succeed() }
    }
}

/// A socket that can be half closed, which `EmbeddedChannel` cannot.
final class HalfClosable: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard case .output = mode else { return context.close(mode: mode, promise: promise) }
        promise?.succeed()
    }
}
