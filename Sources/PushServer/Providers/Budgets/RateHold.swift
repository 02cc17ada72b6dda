import Shared

/// The requests that a provider's refusal ("too many requests") stops, and how they resume.
///
/// However long the provider asks for, after an hour one request probes whether the limit still holds. The others wait
/// for its answer. So a limit that was lifted early, or a wrong time in a refusal, costs an hour at most.
struct RateHold: Sendable, Equatable {
    static let longest = Duration.seconds(3600)
    /// A probe without an answer counts as lost after this time, and another one may be sent.
    static let probeTime = Duration.seconds(60)

    /// The end of the limit, as the provider stated it.
    private let told: MarketTime
    private let until: MarketTime
    private var probed: MarketTime?

    init(until told: MarketTime, at now: MarketTime) {
        self.told = told
        until = min(told, now.adding(Self.longest))
    }

    struct Wait: Equatable {
        /// The end of the limit, as the provider stated it, for users.
        let told: MarketTime
        /// When to try again.
        let until: MarketTime
    }

    /// - Returns: nil if this request may be sent, as the probe.
    mutating func waitBeforeProbe(at now: MarketTime) -> Wait? {
        // The hold must not become longer because the clock was set back.
        if now < until, until.elapsed(since: now) <= Self.longest { return Wait(told: told, until: until) }
        if let probed, probed <= now, now.elapsed(since: probed) < Self.probeTime {
            let end = probed.adding(Self.probeTime)
            return Wait(told: end, until: end)
        }
        probed = now
        return nil
    }

    /// Whether a probe is under way. Only its answer shows that the limit no longer holds, because other answers belong
    /// to requests from before the refusal.
    var isProbed: Bool { probed != nil }

    /// The probe brought neither an answer nor another refusal.
    mutating func probeFailed() { probed = nil }
}
