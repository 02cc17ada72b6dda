public import NIOCore

extension TLSHandler {
    public func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let plaintext = unwrapOutboundIn(data)
        if phase.canWrite {
            encrypt(plaintext, promise: promise, context)
        } else {
            writeEarly(plaintext, promise: promise, context)
        }
    }

    public func flush(context: ChannelHandlerContext) {
        guard phase.canWrite else { return context.flush() }
        sendOutbound(context)
    }

    /// Encrypts at once, behind earlier ciphertext, so that several small writes are sent as one buffer.
    func encrypt(_ plaintext: ByteBuffer, promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        do {
            try engine.encrypt(plaintext)
        } catch {
            promise?.fail(error)
            return fail(error, context)
        }
        writePromise.setOrCascade(to: promise)
        if engine.outboundBytes >= Self.unflushedBytesMax { passOutbound(context) }
    }

    /// Encrypts, and writes at once as much as the socket takes, without pipeline and promise. A server does this for
    /// each terminal with each tick. The rest takes the normal way.
    ///
    /// - Parameter later: makes a promise that is completed when the rest is written, or fails with the reason.
    /// - Returns: whether everything is written, so that `later` was not called.
    /// - Precondition: no handler stands between this one and the socket.
    public func send(_ plaintext: ByteBuffer, orLater later: () -> EventLoopPromise<Void>) -> Bool {
        guard let socket, phase.canWrite, writesWaiting == 0, engine.outboundBytes == 0 else {
            sendBehind(plaintext, promise: later())
            return false
        }
        do {
            guard let rest = try engine.encrypt(plaintext, into: socket) else { return true }
            passRest(rest, promise: later())
        } catch {
            later().fail(error)
            context.map { fail(error, $0) }
        }
        return false
    }

    /// The normal way, behind everything that already waits.
    private func sendBehind(_ plaintext: ByteBuffer, promise: EventLoopPromise<Void>) {
        guard let context else { return promise.fail(ChannelError.ioOnClosedChannel) }
        write(context: context, data: wrapOutboundOut(plaintext), promise: promise)
        flush(context: context)
    }

    /// Passes on the bytes that the socket had no room for.
    private func passRest(_ ciphertext: ByteBuffer, promise: EventLoopPromise<Void>) {
        guard let context else { return promise.fail(ChannelError.ioOnClosedChannel) }
        pass(ciphertext, promise: promise, context)
        context.flush()
    }

    func sendOutbound(_ context: ChannelHandlerContext) {
        guard let ciphertext = engine.takeOutbound() else { return flushNothing(context) }
        pass(ciphertext, promise: takeWritePromise(context), context)
        context.flush()
    }

    private func flushNothing(_ context: ChannelHandlerContext) {
        if let promise = writePromise {  // Of empty writes only.
            writePromise = nil
            context.write(wrapOutboundOut(ByteBuffer()), promise: promise)
        }
        context.flush()
    }

    private func passOutbound(_ context: ChannelHandlerContext) {
        guard let ciphertext = engine.takeOutbound() else { return }
        pass(ciphertext, promise: takeWritePromise(context), context)
    }

    private func takeWritePromise(_ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
        defer { writePromise = nil }
        return writePromise ?? context.eventLoop.makePromise()
    }

    private func pass(_ ciphertext: ByteBuffer, promise: EventLoopPromise<Void>, _ context: ChannelHandlerContext) {
        writesWaiting += 1
        promise.futureResult.assumeIsolated().whenComplete { result in
            self.writesWaiting -= 1
            // A channel closes a failed socket before it reports the failure. Its number may be another's by then.
            if case .failure = result { self.socket = nil }
        }
        context.write(wrapOutboundOut(ciphertext), promise: promise)
    }

    private func writeEarly(_ plaintext: ByteBuffer, promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext)
    {
        let limit = engine.context.limits.bytesBeforeHandshake
        switch phase {
        case .waiting, .handshaking:
            if earlyWrites.append(plaintext, promise: promise, limit: limit) { return }
            let error = TLSError.tooMuchWrittenBeforeHandshake(limit: limit)
            promise?.fail(error)
            fail(error, context)
        case .open, .inputClosed, .outputClosed, .closing:
            promise?.fail(ChannelError.outputClosed)
        case .closed:
            promise?.fail(ChannelError.ioOnClosedChannel)
        }
    }
}
