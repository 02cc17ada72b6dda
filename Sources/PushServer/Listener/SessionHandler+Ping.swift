internal import NIOCore
internal import Shared

extension SessionHandler {
    func pinged(_ nonce: UInt64) { pongs.pinged(nonce).map(sendPong) }

    private func sendPong(_ nonce: UInt64) {
        if tls.send(ServerFrame.pong(nonce: nonce).framed, orLater: { whenPongWritten() }) { pongWritten() }
    }

    private func pongWritten() { pongs.written().map(sendPong) }

    private func whenPongWritten() -> EventLoopPromise<Void> {
        let promise = shard.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenSuccess { self.pongWritten() }
        return promise
    }
}
