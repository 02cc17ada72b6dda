package import NIOCore
package import Shared

/// One step of the market: handed once to each event loop, which serves its own connections.
package struct MarketTick: Sendable {
    package let diff: MarketDiff
    /// The diff as a frame, encoded once for everybody who is up to date.
    package let frame: ByteBuffer
    let made = NIODeadline.now()

    package init(_ diff: MarketDiff) {
        self.diff = diff
        frame = ServerFrame.marketDiff(diff).framed
    }
}

extension ServerFrame {
    /// Length and message in a buffer of their own.
    var framed: ByteBuffer {
        var buffer = ByteBuffer()
        write(into: &buffer)
        return buffer
    }
}
