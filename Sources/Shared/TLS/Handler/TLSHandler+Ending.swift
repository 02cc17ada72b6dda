public import NIOCore

extension TLSHandler {
    public func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch mode {
        case .all: closeAll(context, promise)
        case .output: closeOutput(context, promise)
        case .input: context.close(mode: .input, promise: promise)
        }
    }

    public func triggerUserOutboundEvent(
        context: ChannelHandlerContext,
        event: Any,
        promise: EventLoopPromise<Void>?
    ) {
        guard case TLSCommand.hangUp = event else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        hangUp(context)
        promise?.succeed()
    }

    /// Sends close_notify, and waits until it is written and, for a limited time, for the peer's.
    private func closeAll(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        switch phase {
        case .waiting, .handshaking, .closed:
            end(ChannelError.ioOnClosedChannel)
            context.close(mode: .all, promise: promise)
        case .open, .inputClosed, .outputClosed:
            closePromise = promise
            startClosing(context)
        case .closing:
            closePromise.setOrCascade(to: promise)
        }
    }

    /// Ends only our direction: it sends close_notify, and then TCP's FIN.
    private func closeOutput(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        switch phase {
        case .open:
            phase = .outputClosed
            sendCloseNotify(context) { result in
                guard self.phase != .outputClosed else { return context.close(mode: .output, promise: promise) }
                promise?.completeWith(result)  // By now, both directions are closing.
                self.closeIfDone(context)
            }
        case .inputClosed: closeAll(context, promise)
        case .outputClosed, .closing: promise?.fail(ChannelError.outputClosed)
        case .waiting, .handshaking: promise?.fail(ChannelError.operationUnsupported)
        case .closed: promise?.fail(ChannelError.alreadyClosed)
        }
    }

    /// The peer's close_notify has arrived.
    func peerClosed(_ context: ChannelHandlerContext) {
        hasPeerClosed = true
        guard phase.canRead else { return closeIfDone(context) }
        let allowsHalfClosure = (try? context.channel.syncOptions?.getOption(.allowRemoteHalfClosure)) ?? false
        if phase == .open, allowsHalfClosure {
            phase = .inputClosed
            context.fireUserInboundEventTriggered(TLSEvent.closedByPeer)
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        } else {
            context.fireUserInboundEventTriggered(TLSEvent.closedByPeer)
            if phase.canRead { startClosing(context) }
        }
    }

    private func startClosing(_ context: ChannelHandlerContext) {
        let isNotified = phase == .outputClosed
        phase = .closing
        alarm = context.eventLoop.assumeIsolated().scheduleTask(in: engine.context.limits.close) {
            self.hangUp(context)
        }
        if isNotified {
            closeIfDone(context)
        } else {
            sendCloseNotify(context) { _ in self.closeIfDone(context) }
        }
        if phase == .closing { context.read() }
    }

    private func sendCloseNotify(
        _ context: ChannelHandlerContext,
        whenWritten: @escaping (Result<Void, any Error>) -> Void
    ) {
        engine.endOutput()
        let promise = context.eventLoop.makePromise(of: Void.self)
        writePromise.setOrCascade(to: promise)
        sendOutbound(context)
        promise.futureResult.assumeIsolated().whenComplete { result in
            self.isCloseNotifyWritten = true
            whenWritten(result)
        }
    }

    /// Closes TCP after both ends have sent close_notify, and not before, because closing drops unwritten bytes.
    func closeIfDone(_ context: ChannelHandlerContext) {
        if phase == .closing, isCloseNotifyWritten, hasPeerClosed { hangUp(context) }
    }

    /// Closes TCP.
    func hangUp(_ context: ChannelHandlerContext) {
        let promise = end(ChannelError.ioOnClosedChannel)
        context.close(mode: .all, promise: promise)
    }

    /// Gives the connection up: sends OpenSSL's alert if there is one, fires the error, and closes TCP.
    func fail(_ error: TLSError, _ context: ChannelHandlerContext) {
        guard phase != .closed else { return }
        sendOutbound(context)
        let promise = end(error)
        context.fireErrorCaught(error)
        context.close(mode: .all, promise: promise)
    }

    /// Ends the handler's own work. It leaves no alarm, write or promise behind, except the returned one of a `close()`
    /// that is under way.
    @discardableResult
    func end(_ error: any Error) -> EventLoopPromise<Void>? {
        phase = .closed
        socket = nil
        cancelAlarm()
        isHolding = false
        earlyWrites.failAll(error)
        writePromise?.fail(error)
        writePromise = nil
        defer { closePromise = nil }
        return closePromise
    }
}
