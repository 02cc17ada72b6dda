internal import NIOCore
internal import Shared

/// How many frames and requests one connection may send in a second.
///
/// Changes are not counted here: their limit applies to the user, however many connections there are
/// (`ChangeAllowance`).
struct ConnectionRates {
    private var frames: RateLimit
    private var requests: RateLimit

    init(limits: SessionLimits, now: NIODeadline) {
        frames = RateLimit(perSecond: limits.framesPerSecond, now: now)
        requests = RateLimit(perSecond: limits.requestsPerSecond, now: now)
    }

    /// - Returns: why the connection ends, if this frame exceeds a limit.
    mutating func received(_ frame: ClientFrame, at now: NIODeadline) -> Close? {
        if !frames.allows(at: now) { return .tooFast("frames") }
        return !frame.isRequest || requests.allows(at: now) ? nil : .tooFast("requests")
    }
}

/// Pongs for a client that may not read. At most one is being written, and meanwhile only the newest Ping is
/// remembered (as RFC 6455, section 5.5.3, allows for WebSocket). Otherwise a client that sends Pings without reading
/// would fill the server's memory.
struct Pongs: Equatable {
    private var isWriting = false
    private var owed: UInt64?

    /// - Returns: the nonce to answer now.
    mutating func pinged(_ nonce: UInt64) -> UInt64? {
        if isWriting {
            owed = nonce
            return nil
        }
        isWriting = true
        return nonce
    }

    /// - Returns: the nonce to answer next.
    mutating func written() -> UInt64? {
        defer { owed = nil }
        isWriting = owed != nil
        return owed
    }
}
