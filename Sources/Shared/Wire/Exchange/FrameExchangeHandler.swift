package import NIOCore

/// Performs what `FrameExchange` decides: passes frames to their owner and bytes to TLS.
package final class FrameExchangeHandler<Output: Sendable>: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = Output
    package typealias OutboundIn = ClientFrame
    package typealias OutboundOut = ByteBuffer

    private var exchange: FrameExchange
    private let output: (ServerFrame, ByteBuffer) -> Output
    /// It may fire early, because a frame can move the due time later. It never fires late: if a frame moves the due time
    /// earlier, the alarm is set again.
    private var alarm: (time: NIODeadline, task: Scheduled<Void>)?

    /// - Parameter output: what the owner gets for a frame and the bytes of its body.
    package init(
        limits: SessionLimits,
        now: NIODeadline,
        output: @escaping (ServerFrame, ByteBuffer) -> Output
    ) {
        exchange = FrameExchange(limits: limits, now: now)
        self.output = output
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        setAlarm(context: context)
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        alarm?.task.cancel()
        alarm = nil
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        exchange.append(unwrapInboundIn(data))
        do throws(FrameError) {
            while let (step, body) = try exchange.next(at: context.eventLoop.now) {
                switch step {
                case .deliver(let frame): context.fireChannelRead(wrapInboundOut(output(frame, body)))
                case .answer(let frame): send(frame, context: context)
                }
            }
        } catch {
            return fail(error, context: context)
        }
        guard let alarm, exchange.due < alarm.time else { return }
        alarm.task.cancel()
        setAlarm(context: context)
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var buffer = context.channel.allocator.buffer(capacity: 64)
        unwrapOutboundIn(data).write(into: &buffer)
        context.write(wrapOutboundOut(buffer), promise: promise)
    }

    private func setAlarm(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let time = exchange.due
        let task = context.eventLoop.scheduleTask(deadline: time) {
            let (handler, context) = bound.value
            handler.timePassed(context: context)
        }
        alarm = (time, task)
    }

    private func timePassed(context: ChannelHandlerContext) {
        switch exchange.timePassed(to: context.eventLoop.now) {
        case .nothing: setAlarm(context: context)
        case .send(let frame):
            setAlarm(context: context)
            send(frame, context: context)
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
