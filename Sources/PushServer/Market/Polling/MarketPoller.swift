internal import Logging
internal import ServiceLifecycle
internal import Shared

/// Polls one provider, no faster than its data changes, and passes the answers to the hub.
struct MarketPoller: Service {
    /// The data that the provider is asked for.
    let kind: MarketSource.Kind
    let interval: Duration
    let clock: any Clock<Duration>
    let now: @Sendable () -> MarketTime
    let hub: MarketHub
    let logger: Logger
    /// The longest wait, whatever the provider asks for and whatever is wrong, because faults end and keys are
    /// replaced.
    static let longestWait = Duration.seconds(3600)
    /// The longest wait after a failure of our own choice. So a failed daily request is repeated sooner than the next
    /// day.
    private static let longestOwnWait = Duration.seconds(60)
    /// The wait if retrying is useless until somebody changes something. It is also the longest wait for a provider
    /// that is out of order, because such a provider cannot know when it will be back, and a request breaks no limit.
    static let lastingWait = Duration.seconds(300)

    /// Sends one request and passes the answer to the hub.
    /// - Returns: the wait before the next request; nil for the usual interval.
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

    /// - Returns: the wait before the next request.
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

    /// - Parameter own: the wait if the provider asks for none.
    static func wait(after error: ProviderError, own: Duration, now: MarketTime) -> Duration {
        var asked = error.notBefore.map { $0.elapsed(since: now) } ?? .zero
        if case .unavailable = error.failure { asked = min(asked, lastingWait) }
        return min(max(own, asked, error.isLasting ? lastingWait : .zero), longestWait)
    }
}
