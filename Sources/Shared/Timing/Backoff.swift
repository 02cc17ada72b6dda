/// How long to wait before the next try: twice as long each time up to a limit, each wait shortened by chance so that
/// many who failed together do not come back together.
public struct Backoff: Sendable {
    private let first: Duration
    private let longest: Duration
    private var failures = 0

    public init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// - Parameter jitter: 0 to 1, from a random source: the wait lies between half and all of the full one.
    public mutating func next(jitter: Double) -> Duration {
        let full = min(longest, first * (1 << min(failures, 20)))
        failures += 1
        return full * (0.5 + jitter / 2)
    }

    public mutating func reset() { failures = 0 }
}
