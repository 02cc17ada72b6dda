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
