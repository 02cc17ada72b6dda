package import NIOCore
package import Shared

/// One step of the market. Each event loop gets it once and serves its own connections.
package struct MarketTick: Sendable {
    package let diff: MarketDiff
    /// The diff as a frame, encoded once for all connections that are up to date.
    package let frame: ByteBuffer
    let made = NIODeadline.now()

    package init(_ diff: MarketDiff) {
        self.diff = diff
        frame = ServerFrame.marketDiff(diff).framed
    }
}

extension ServerFrame {
    /// The length and the message in a separate buffer.
    var framed: ByteBuffer {
        var buffer = ByteBuffer()
        write(into: &buffer)
        return buffer
    }
}
