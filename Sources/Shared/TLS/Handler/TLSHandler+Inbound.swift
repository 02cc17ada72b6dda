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
        // What was read gave no plaintext (a part of a record, a ticket), so the read() is still unanswered.
        if phase == .handshaking || phase == .closing || (isReadAwaited && phase.canRead) { context.read() }
    }

    public func read(context: ChannelHandlerContext) {
        isReadAwaited = true
        guard isHolding else { return context.read() }
        isHolding = false
        decrypt(context)
        // What was held back came without a read of the channel's, after which it would go on reading by itself.
        if isReadAwaited || isAutoReading(context) { context.read() }
    }

    /// Turns what has arrived into plaintext and hands it on, all of it in one buffer.
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
        // TCP's half-close. close_notify has said it already if the peer meant it.
        if let error = phase.errorAtEndOfStream {
            fail(error, context)
        } else if phase == .closing, !hasPeerClosed {
            hasPeerClosed = true
            closeIfDone(context)
        }
    }
}
