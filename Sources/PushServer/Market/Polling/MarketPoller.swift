internal import Logging
internal import ServiceLifecycle
internal import Shared

/// Asks one provider again and again, no faster than it changes, and tells the hub what came.
struct MarketPoller: Service {
    /// What the provider is asked for.
    let kind: MarketSource.Kind
    let interval: Duration
    let clock: any Clock<Duration>
    let now: @Sendable () -> MarketTime
    let hub: MarketHub
    let logger: Logger
    /// However long a provider asks us to stay away, and whatever is wrong: things mend, and keys are replaced.
    static let longestWait = Duration.seconds(3600)
    /// What is asked for once a day is asked for again sooner if it did not come.
    private static let longestOwnWait = Duration.seconds(60)
    /// Where asking again is useless until somebody has changed something. Also the longest that a provider that is out of
    /// order is left alone: it cannot know when it will be back, and asking then breaks no limit.
    static let lastingWait = Duration.seconds(300)

    /// Asks once and hands the answer to the hub.
    /// - Returns: when to ask again; nil: at the usual interval.
    let poll: @Sendable () async throws(ProviderError) -> Duration?

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var backoff = Backoff(first: .seconds(1), longest: .seconds(60))
            while !Task.isCancelled {
                let wait = await pollOnce(&backoff)
                // A cancelled sleep ends the loop by its condition.
                try? await clock.sleep(for: wait)
            }
        }
    }

    /// - Returns: how long to wait before the next time.
    private func pollOnce(_ backoff: inout Backoff) async -> Duration {
        let began = now()
        do throws(ProviderError) {
            let interval = try await poll() ?? interval
            backoff.reset()
            return max(.zero, interval - now().elapsed(since: began))
        } catch {
            if error.failure == .cancelled { return .zero }
            logger.warning("market source failed", metadata: ["error": "\(error)"])
            let own = max(min(interval, Self.longestOwnWait), backoff.next(jitter: .random(in: 0...1)))
            let wait = Self.wait(after: error, own: own, now: now())
            await hub.failed(kind, error, retryAt: now().adding(wait))
            return wait
        }
    }

    /// - Parameter own: what we would wait if the provider had not said anything.
    static func wait(after error: ProviderError, own: Duration, now: MarketTime) -> Duration {
        var asked = error.notBefore.map { $0.elapsed(since: now) } ?? .zero
        if case .unavailable = error.failure { asked = min(asked, lastingWait) }
        return min(max(own, asked, error.isLasting ? lastingWait : .zero), longestWait)
    }
}
