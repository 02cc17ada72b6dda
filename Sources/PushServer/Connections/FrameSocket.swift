internal import NIOCore
internal import Shared

/// What stands between a connection's handler and its socket.
protocol FrameSocket: ChannelHandler {
    /// Sends a frame, at once as far as the socket takes it.
    /// - Parameter later: completed once the rest is written, or with the reason why it will not be.
    /// - Returns: whether nothing is left to be written, and `later` was not asked for.
    func send(_ frame: ByteBuffer, orLater later: () -> EventLoopPromise<Void>) -> Bool
    /// Gives a peer that has signed in a larger allowance of TLS records without data.
    func allowEmptyRecords(perSecond: Int)
}

extension TLSHandler: FrameSocket {}
