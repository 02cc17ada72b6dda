/// The wait before the next try. It doubles each time up to a limit. Each wait is shortened at random, so that clients
/// that failed together do not return together.
public struct Backoff: Sendable {
    private let first: Duration
    private let longest: Duration
    private var failures = 0

    public init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// - Parameter jitter: random, 0 to 1. The wait is between half of the full wait and all of it.
    public mutating func next(jitter: Double) -> Duration {
        let full = min(longest, first * (1 << min(failures, 20)))
        failures += 1
        return full * (0.5 + jitter / 2)
    }

    public mutating func reset() { failures = 0 }
}
