package import NIOCore

/// Performs what `FrameExchange` decides: passes frames to their owner and bytes to TLS.
package final class FrameExchangeHandler: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ServerFrame
    package typealias OutboundIn = ClientFrame
    package typealias OutboundOut = ByteBuffer

    private var exchange: FrameExchange
    private var alarm: RepeatedTask?

    package init(limits: SessionLimits, now: NIODeadline) { exchange = FrameExchange(limits: limits, now: now) }

    package func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        alarm = context.eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
            let (handler, context) = bound.value
            handler.timePassed(context: context)
        }
    }

    package func handlerRemoved(context: ChannelHandlerContext) { alarm?.cancel() }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        exchange.append(unwrapInboundIn(data))
        do throws(FrameError) {
            while let step = try exchange.next(at: .now()) {
                switch step {
                case .deliver(let frame): context.fireChannelRead(wrapInboundOut(frame))
                case .answer(let frame): send(frame, context: context)
                }
            }
        } catch {
            fail(error, context: context)
        }
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var buffer = context.channel.allocator.buffer(capacity: 64)
        unwrapOutboundIn(data).write(into: &buffer)
        context.write(wrapOutboundOut(buffer), promise: promise)
    }

    private func timePassed(context: ChannelHandlerContext) {
        switch exchange.timePassed(to: .now()) {
        case .nothing: break
        case .send(let frame): send(frame, context: context)
        case .hangUp: fail(FrameExchange.Silence(), context: context)
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
