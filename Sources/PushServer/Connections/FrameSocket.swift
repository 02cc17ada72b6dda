internal import NIOCore
internal import Shared

/// The handler between a connection and its socket.
protocol FrameSocket: ChannelHandler {
    /// Sends a frame. It writes at once what the socket takes.
    /// - Parameter later: makes a promise that is completed when the rest is written, or fails with the reason.
    /// - Returns: whether everything is written, so that `later` was not called.
    func send(_ frame: ByteBuffer, orLater later: () -> EventLoopPromise<Void>) -> Bool
    /// Gives a peer that has signed in a larger allowance of TLS records without data.
    func allowEmptyRecords(perSecond: Int)
}

extension TLSHandler: FrameSocket {}
