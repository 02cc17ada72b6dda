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
    /// The longest wait after a failure of our own choice. So a failed daily request is repeated sooner than the next
    /// day.
    private static let longestOwnWait = Duration.seconds(60)

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
            let wait = error.wait(own: own, at: now())
            await hub.failed(kind, error, retryAt: now().adding(wait))
            return wait
        }
    }
}
