internal import NIOCore

/// Takes a listening socket out of the poll while the system has no file descriptor left, and tries again until it has.
///
/// The connection that could not be accepted keeps the socket readable. NIO leaves a socket in the poll whose accept has
/// failed, and `AcceptBackoffHandler` only holds back reads that were asked for, so that the event loop would do nothing else.
final class AcceptPauseHandler: ChannelInboundHandler {
    typealias InboundIn = any Channel

    /// A failed try costs one system call.
    static let pause = TimeAmount.milliseconds(200)

    private let shortage: DescriptorShortage
    /// Until the next try.
    private let pause: TimeAmount
    private var retry: Scheduled<Void>?

    init(_ shortage: DescriptorShortage, pause: TimeAmount = pause) { (self.shortage, self.pause) = (shortage, pause) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, DescriptorShortage.isMeant(by: error.errnoCode) else {
            // Of one newcomer, such as ECONNABORTED; the next one is accepted.
            return
        }
        shortage.acceptFailed(error.errnoCode, at: .now())
        guard retry == nil else { return }
        setReading(false, context)
        retry = context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
            self.retry = nil
            self.setReading(true, context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        retry?.cancel()
        retry = nil
    }

    private func setReading(_ isReading: Bool, _ context: ChannelHandlerContext) {
        // It fails for a port that is closed, which reads no more.
        try? context.channel.syncOptions?.setOption(.autoRead, value: isReading)
    }
}
