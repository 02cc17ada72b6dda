public import NIOCore

/// How much time and data a connection may take before it is given up.
public struct TLSLimits: Sendable, Hashable {
    /// From the start of the connection to the end of the handshake. Nil if the caller checks this, which saves a timer
    /// for each connection.
    public var handshake: TimeAmount?
    /// From our close_notify to the peer's. After this time, TCP is closed without it.
    public var close: TimeAmount
    /// How many bytes may be written and kept before the handshake is finished.
    public var bytesBeforeHandshake: Int
    /// How many records without application data (KeyUpdates, tickets, empty ones) the peer may send in a second, after
    /// a burst of ten times as many.
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
