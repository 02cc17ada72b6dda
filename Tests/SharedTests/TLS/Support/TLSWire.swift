import NIOCore

/// The wire between a socket and TLS. It may deliver one byte at a time, and a test can cut it.
final class TLSWire: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// A user outbound event that closes TCP without TLS's knowledge.
    enum Cut { case now }

    private let byteByByte: Bool

    init(byteByByte: Bool) { self.byteByByte = byteByByte }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard byteByByte else { return context.fireChannelRead(data) }
        for byte in unwrapInboundIn(data).readableBytesView {
            context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: [byte])))
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard byteByByte else { return context.write(data, promise: promise) }
        let bytes = unwrapOutboundIn(data).readableBytesView
        for byte in bytes.dropLast() {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: [byte])), promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes.suffix(1))), promise: promise)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        context.close(promise: promise)
    }
}
