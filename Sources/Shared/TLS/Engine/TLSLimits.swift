public import NIOCore

/// How long and how much a connection may take before it is given up.
public struct TLSLimits: Sendable, Hashable {
    /// From the connection's start to the end of the handshake; nil where somebody else looks after that, which saves each
    /// connection a timer.
    public var handshake: TimeAmount?
    /// From our close_notify to the peer's; then TCP is closed without it.
    public var close: TimeAmount
    /// What may be written, and is kept, before the handshake is finished.
    public var bytesBeforeHandshake: Int
    /// Records without application data (KeyUpdates, tickets, empty ones) that the peer may send in a second, after a burst of ten
    /// times as many.
    public var emptyRecordsPerSecond: Int

    public init(
        handshake: TimeAmount? = .seconds(10),
        close: TimeAmount = .seconds(2),
        bytesBeforeHandshake: Int = 64 * 1024,
        emptyRecordsPerSecond: Int = 1
    ) {
        self.handshake = handshake
        self.close = close
        self.bytesBeforeHandshake = bytesBeforeHandshake
        self.emptyRecordsPerSecond = emptyRecordsPerSecond
    }
}
