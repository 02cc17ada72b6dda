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

    /// Encrypts at once, next to what is there, so that several small writes leave as one buffer.
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

    /// Writes and flushes the ciphertext, then takes the buffer back if the socket has taken the bytes.
    func sendOutbound(_ context: ChannelHandlerContext) {
        guard let ciphertext = engine.takeOutbound() else { return flushNothing(context) }
        let promise = writePromise
        writePromise = nil
        context.writeAndFlush(wrapOutboundOut(ciphertext), promise: promise)
        engine.scratch?.giveBack(consume ciphertext)
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
        let promise = writePromise
        writePromise = nil
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
