import Shared

/// What a provider's refusal ("too many requests") stops, and how asking begins again.
///
/// However long the provider asks for, after an hour one request goes out to see whether the limit still holds; the others
/// wait for its answer. A limit that was lifted early, or a wrong time in a refusal, so costs an hour at most.
struct RateHold: Sendable, Equatable {
    static let longest = Duration.seconds(3600)
    /// A probe that has not been answered by then is lost, and another one may go out.
    static let probeTime = Duration.seconds(60)

    /// As the provider told it.
    private let told: MarketTime
    private let until: MarketTime
    private var probed: MarketTime?

    init(until told: MarketTime, at now: MarketTime) {
        self.told = told
        until = min(told, now.adding(Self.longest))
    }

    struct Wait: Equatable {
        /// What the provider has told, for the reader.
        let told: MarketTime
        /// When to come again.
        let until: MarketTime
    }

    /// - Returns: nil if this request may go out, as the probe.
    mutating func waitBeforeProbe(at now: MarketTime) -> Wait? {
        // A clock that was set back must not make the hold longer.
        if now < until, until.elapsed(since: now) <= Self.longest { return Wait(told: told, until: until) }
        if let probed, probed <= now, now.elapsed(since: probed) < Self.probeTime {
            let end = probed.adding(Self.probeTime)
            return Wait(told: end, until: end)
        }
        probed = now
        return nil
    }

    /// Whether a request is out whose answer says that the limit holds no more. What is answered before was asked before the
    /// refusal.
    var isProbed: Bool { probed != nil }

    /// The probe brought neither an answer nor another refusal.
    mutating func probeFailed() { probed = nil }
}
