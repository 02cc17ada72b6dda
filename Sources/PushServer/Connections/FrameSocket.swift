internal import NIOCore
internal import Shared

/// The handler between a connection and its socket.
protocol FrameSocket: ChannelHandler {
    /// Sends a frame. Writes at once as much as the socket takes.
    /// - Parameter later: makes a promise that succeeds when the rest is written, or fails with the reason.
    /// - Returns: whether the whole frame was written. Then `later` was not called.
    func send(_ frame: ByteBuffer, orLater later: () -> EventLoopPromise<Void>) -> Bool
    /// Gives a peer that has signed in a larger allowance of TLS records without data.
    func allowEmptyRecords(perSecond: Int)
}

extension TLSHandler: FrameSocket {}
