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

    /// A step that came from another node, which connections get with the same bytes.
    /// - Parameter body: the bytes of the diff's frame, without their length.
    init(_ diff: MarketDiff, body: ByteBuffer) {
        self.diff = diff
        var (frame, body) = (ByteBuffer(), body)
        frame.writeInteger(UInt32(body.readableBytes))
        frame.writeBuffer(&body)
        self.frame = frame
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
