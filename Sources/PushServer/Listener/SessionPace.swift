internal import NIOCore
internal import Shared

/// How fast one connection may send what. Knows no clock.
struct SessionPace {
    private var frames: RateLimit
    private var mutations: RateLimit
    private var requests: RateLimit

    init(limits: SessionLimits, now: NIODeadline) {
        frames = RateLimit(perSecond: limits.framesPerSecond, now: now)
        mutations = RateLimit(perSecond: limits.mutationsPerSecond, now: now)
        requests = RateLimit(perSecond: limits.requestsPerSecond, now: now)
    }

    /// - Returns: why the connection ends, if this frame is too many.
    mutating func received(_ frame: ClientFrame, at now: NIODeadline) -> Close? {
        if !frames.allows(at: now) { return .tooFast("frames") }
        switch frame {
        case .mutation: return mutations.allows(at: now) ? nil : .tooFast("changes")
        case .openChart, .detailRequest, .iconRequest, .snapshotRequest, .accountRequest:
            return requests.allows(at: now) ? nil : .tooFast("requests")
        default: return nil
        }
    }
}

extension Close {
    static func tooFast(_ what: String) -> Close {
        Close(.tooFast, "More \(what) in a second than the server takes.", retryAfter: .seconds(5))
    }
}
