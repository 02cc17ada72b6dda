public import NIOCore

extension TLSHandler {
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard phase != .closed, phase != .inputClosed else { return }
        engine.receive(unwrapInboundIn(data))
        if phase == .handshaking { stepHandshake(context) }
        decrypt(context)
    }

    public func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // The bytes gave no plaintext (a part of a record, a ticket), so the read() is still unanswered.
        if phase == .handshaking || phase == .closing || (isReadAwaited && phase.canRead) { context.read() }
    }

    public func read(context: ChannelHandlerContext) {
        isReadAwaited = true
        guard isHolding else { return context.read() }
        isHolding = false
        decrypt(context)
        // The held-back plaintext came without a read of the channel, so the channel does not read on by itself.
        if isReadAwaited || isAutoReading(context) { context.read() }
    }

    /// Decrypts what has arrived, and passes all of it on in one buffer.
    func decrypt(_ context: ChannelHandlerContext) {
        guard phase.canRead || phase == .closing, !isHolding else { return }
        var plaintext = context.channel.allocator.buffer(capacity: engine.inboundBytes)
        let ending = engine.decrypt(into: &plaintext)
        if plaintext.readableBytes > 0, phase.canRead {
            isReadAwaited = false
            context.fireChannelRead(wrapInboundOut(plaintext))
        }
        switch ending {
        case .wantsMore: break
        case .closedByPeer: peerClosed(context)
        case .failed(let error): phase == .closing ? hangUp(context) : fail(error, context)
        }
    }

    public func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else { return context.fireUserInboundEventTriggered(event) }
        // This is TCP's half-close. If the peer meant it, it has sent close_notify before.
        if let error = phase.errorAtEndOfStream {
            fail(error, context)
        } else if phase == .closing, !hasPeerClosed {
            hasPeerClosed = true
            closeIfDone(context)
        }
    }
}
