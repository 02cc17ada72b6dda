import NIOCore

extension TLSHandler {
    /// Begins the handshake, for which the peer has limited time.
    func start(_ context: ChannelHandlerContext) {
        guard phase == .waiting else { return }
        phase = .handshaking
        if let limit = engine.context.limits.handshake {
            alarm = context.eventLoop.assumeIsolated().scheduleTask(in: limit) {
                self.fail(.handshakeTimedOut(limit), context)
            }
        }
        if isClient { stepHandshake(context) }
        context.read()
    }

    /// Whether it is this handshake's turn. If not, it stands in line from here on.
    func mayAnswer(_ context: ChannelHandlerContext) -> Bool {
        guard let turns else { return true }
        if isInLine {
            // Who waits has said all that he has to say.
            guard engine.inboundBytes > engine.context.limits.bytesBeforeHandshake else { return false }
            engine.refuseLength()
            return true
        }
        if turns.isOpen { return true }
        isInLine = true
        turns.wait { self.turnCame() }
        return false
    }

    private func turnCame() {
        isInLine = false
        guard phase == .handshaking, let context else { return }
        stepHandshake(context)
        decrypt(context)
        channelReadComplete(context: context)
    }

    func stepHandshake(_ context: ChannelHandlerContext) {
        let step = engine.handshake()
        // A part of a message takes no work worth counting.
        if engine.outboundBytes > 0 { turns?.worked() }
        switch step {
        case .wantsMore: sendOutbound(context)
        case .finished(let info): finishHandshake(info, context)
        case .failed(let error): fail(error, context)
        }
    }

    /// What was written meanwhile leaves with the last message of the handshake, in one segment.
    private func finishHandshake(_ info: TLSHandshakeInfo, _ context: ChannelHandlerContext) {
        phase = .open
        turns = nil
        cancelAlarm()
        isHolding = !isReadAwaited && !isAutoReading(context)
        for write in earlyWrites.takeAll() { encrypt(write.bytes, promise: write.promise, context) }
        sendOutbound(context)
        guard phase == .open else { return }
        context.fireUserInboundEventTriggered(TLSEvent.handshakeCompleted(info))
    }

    func isAutoReading(_ context: ChannelHandlerContext) -> Bool {
        (try? context.channel.syncOptions?.getOption(ChannelOptions.autoRead)) ?? true
    }

    func cancelAlarm() {
        alarm?.cancel()
        alarm = nil
    }
}
