internal import NIOCore
internal import Shared

/// Frames for the client, bytes for TLS; answers pings, and gives up on a server that has fallen silent.
final class FrameCodec: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ServerFrame
    typealias OutboundIn = ClientFrame
    typealias OutboundOut = ByteBuffer

    private var reader: FrameReader
    private var liveness: PeerLiveness
    private var alarm: RepeatedTask?

    init(limits: SessionLimits, now: NIODeadline) {
        reader = FrameReader(limit: limits.serverFrameBytes)
        liveness = PeerLiveness(limits: limits, now: now)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        alarm = context.eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
            let (codec, context) = bound.value
            codec.lookAfterPeer(context: context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { alarm?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        liveness.heard(at: .now())
        reader.append(unwrapInboundIn(data))
        do throws(FrameError) {
            while let body = try reader.next() { receive(try ServerFrame(frameBody: body), context: context) }
        } catch {
            fail(error, context: context)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var buffer = context.channel.allocator.buffer(capacity: 64)
        unwrapOutboundIn(data).write(into: &buffer)
        context.write(wrapOutboundOut(buffer), promise: promise)
    }

    private func receive(_ frame: ServerFrame, context: ChannelHandlerContext) {
        switch frame {
        case .ping(let nonce): send(.pong(nonce: nonce), context: context)
        case .welcome(let welcome):
            liveness = PeerLiveness(limits: welcome.limits, now: .now())
            reader.limit = welcome.limits.serverFrameBytes
            context.fireChannelRead(wrapInboundOut(frame))
        default: context.fireChannelRead(wrapInboundOut(frame))
        }
    }

    private func lookAfterPeer(context: ChannelHandlerContext) {
        switch liveness.verdict(at: .now()) {
        case .wait: break
        case .ping: send(.ping(nonce: 0), context: context)
        case .hangUp: fail(ConnectionError.silent, context: context)
        }
    }

    private func send(_ frame: ClientFrame, context: ChannelHandlerContext) {
        write(context: context, data: NIOAny(frame), promise: nil)
        context.flush()
    }

    private func fail(_ error: any Error, context: ChannelHandlerContext) {
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }
}
