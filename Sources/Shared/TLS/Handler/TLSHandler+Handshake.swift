import NIOCore

extension TLSHandler {
    /// Begins the handshake, which has a time limit.
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

    func stepHandshake(_ context: ChannelHandlerContext) {
        switch engine.handshake() {
        case .wantsMore: sendOutbound(context)
        case .finished(let info): finishHandshake(info, context)
        case .failed(let error): fail(error, context)
        }
    }

    /// Earlier writes are sent together with the last message of the handshake, in one segment.
    private func finishHandshake(_ info: TLSHandshakeInfo, _ context: ChannelHandlerContext) {
        phase = .open
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
