import NIOCore
import Shared

/// How a benchmark's terminal answers frames.
protocol Script {
    mutating func hear(_ frame: ServerFrame, say: (ClientFrame) -> Void)
    func lost(_ error: any Error)
}

/// A terminal that follows a script. It is Sendable because only its event loop uses its state.
final class Talker<Part: Script>: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let hello: Hello
    private var script: Part
    private var reader = FrameReader(limit: SessionLimits().serverFrameBytes)

    init(_ hello: Hello, _ script: Part) { (self.hello, self.script) = (hello, script) }

    func channelActive(context: ChannelHandlerContext) { send(.hello(hello), context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        reader.append(unwrapInboundIn(data))
        while let body = try? reader.next() {
            guard let frame = try? ServerFrame(frameBody: body) else { continue }
            if case .ping(let nonce) = frame { send(.pong(nonce: nonce), context) }
            script.hear(frame) { send($0, context) }
        }
    }

    func channelInactive(context: ChannelHandlerContext) { script.lost(BenchError.closed("in the middle of its part")) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func send(_ frame: ClientFrame, _ context: ChannelHandlerContext) {
        var buffer = ByteBuffer()
        frame.write(into: &buffer)
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    }
}
