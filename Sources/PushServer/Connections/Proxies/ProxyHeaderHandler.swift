internal import NIOCore
internal import Shared

/// Waits for a balancer's header, then admits the connection under the address of its client and leaves the pipeline.
final class ProxyHeaderHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// How long a balancer has for its header, which it sends as soon as it has connected.
    static let patience = TimeAmount.seconds(5)

    /// The balancer's address.
    private let balancer: String
    private let closes: CloseReporter
    /// Adds the handlers of a connection from an address to the pipeline.
    private let admit: (any Channel, _ address: String) throws -> Void
    private var received = ByteBuffer()
    private var timeout: Scheduled<Void>?

    init(
        balancer: String,
        closes: CloseReporter,
        admit: @escaping (any Channel, _ address: String) throws -> Void
    ) {
        (self.balancer, self.closes, self.admit) = (balancer, closes, admit)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        timeout = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
            self.refuse(.late, context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timeout?.cancel()
        timeout = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.writeImmutableBuffer(unwrapInboundIn(data))
        do throws(ProxyHeaderError) {
            guard let header = try ProxyHeader.take(from: &received) else { return }
            enter(from: header.client.map { "\($0)" } ?? balancer, context)
        } catch {
            refuse(error, context)
        }
    }

    private func enter(from address: String, _ context: ChannelHandlerContext) {
        let rest = received
        received = ByteBuffer()
        do {
            try admit(context.channel, address)
        } catch {
            // There are too many connections. The gate has counted this one.
            context.close(promise: nil)
            return
        }
        if rest.readableBytes > 0 {
            context.fireChannelRead(wrapInboundOut(rest))
            context.fireChannelReadComplete()
        }
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    private func refuse(_ error: ProxyHeaderError, _ context: ChannelHandlerContext) {
        closes.closed(
            CloseLog.Event(code: "proxy", reason: "\(error)", address: balancer, account: nil, device: nil)
        )
        context.close(promise: nil)
    }
}
