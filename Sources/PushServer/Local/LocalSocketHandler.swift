internal import NIOCore
internal import Shared

/// Sends frames in clear over a Unix socket. They stay within this machine, in a folder that only its user may use.
final class LocalSocketHandler: ChannelOutboundHandler, FrameSocket {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func send(_ frame: ByteBuffer, orLater later: () -> EventLoopPromise<Void>) -> Bool {
        let promise = later()
        if let context {
            context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
        } else {
            promise.fail(ChannelError.ioOnClosedChannel)
        }
        return false
    }

    /// A Unix socket has no TLS records.
    func allowEmptyRecords(perSecond: Int) {}

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        if case TLSCommand.hangUp = event { return context.close(promise: promise) }
        context.triggerUserOutboundEvent(event, promise: promise)
    }
}
