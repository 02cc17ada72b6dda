internal import Shared

/// When a post that failed is tried again.
struct PostRetry {
    /// How long a post is tried, from its first try.
    static let patience = Duration.seconds(24 * 3600)
    private static let first = Duration.seconds(30)
    private static let longest = Duration.seconds(3600)

    /// - Parameters:
    ///   - tries: how many tries have failed, from 1.
    ///   - firstTry: when the first of them was made.
    ///   - wish: how long the host asks the server to wait.
    ///   - jitter: random, 0 to 1.
    /// - Returns: the time of the next try; nil if the post is given up.
    static func next(
        after tries: Int,
        since firstTry: MarketTime,
        wish: Duration = .zero,
        at now: MarketTime,
        jitter: Double
    ) -> MarketTime? {
        if now.elapsed(since: firstTry) >= patience { return nil }
        // The wait doubles as in `Backoff`, but the number of tries comes from the disk.
        let full = min(longest, first * (1 << min(max(0, tries - 1), 20)))
        let wait = max(full * (0.5 + jitter / 2), min(wish, longest))
        // The last try is made when the time is over, and not before.
        return min(now.adding(wait), firstTry.adding(patience))
    }
}
