public import NIOCore

/// Decides when to ping a quiet peer, and when to give it up. Any frame counts as a sign of life. It knows neither
/// channels nor clocks.
public struct PeerLiveness: Sendable {
    public enum Verdict: Equatable, Sendable { case wait, ping, hangUp }

    private let heartbeat: TimeAmount
    private let silence: TimeAmount
    private var lastHeard: NIODeadline
    private var isPinged = false

    public init(limits: SessionLimits, now: NIODeadline) {
        heartbeat = TimeAmount(limits.heartbeat)
        silence = TimeAmount(limits.silence)
        lastHeard = now
    }

    public mutating func heard(at now: NIODeadline) { (lastHeard, isPinged) = (now, false) }

    /// The next time at which the verdict is not `.wait`, if no frame arrives. A frame may move it later or, after a Ping,
    /// earlier.
    var due: NIODeadline { lastHeard + (isPinged ? silence : min(heartbeat, silence)) }

    /// It returns `.ping` once for each silence.
    public mutating func verdict(at now: NIODeadline) -> Verdict {
        if now >= lastHeard + silence { return .hangUp }
        if isPinged || now < lastHeard + heartbeat { return .wait }
        isPinged = true
        return .ping
    }
}
