internal import Shared

/// A message that waits to be posted, with the way of delivery as it is now.
struct OutgoingPost: Hashable, Sendable {
    /// Its row in the store.
    let id: Int64
    let account: AccountID
    let delivery: DeliveryWay
    /// The same for each try. With it, a receiver recognizes a message that comes twice.
    let idempotencyKey: String
    /// The alert that has fired; nil for a test message.
    let event: AlertEvent?

    var route: PostRoute { PostRoute(account: account, origin: delivery.address.origin) }
}

/// The outcome of one try to post.
struct PostOutcome: Hashable, Sendable {
    enum Result: Hashable, Sendable {
        case delivered
        /// - Parameters:
        ///   - problem: what went wrong, in words for the user.
        ///   - retryAfter: how long the host asks the server to wait.
        case failed(problem: String, retryAfter: Duration = .zero)
    }

    /// The row of the post.
    let post: Int64
    let delivery: DeliveryID
    let result: Result
    /// Random, 0 to 1: spreads the tries of posts that have failed together.
    let jitter: Double
}

/// Among which posts a claim looks for some that it can take.
enum ClaimScope: Sendable {
    /// Those that have been due longest. This costs the same however many posts wait.
    case oldest
    /// All that are due, if none of the oldest has a place. This takes longer the more posts wait.
    case all
}

/// Where posts wait for their delivery.
protocol PostStore: Sendable {
    /// Makes posts due that an earlier process had claimed when it ended.
    func releasePosts() async throws
    /// Claims posts that are due and for which there are places. A claim is on disk when this returns, and ends by itself
    /// after some minutes.
    func claimPosts(
        for places: PostPlaces,
        among scope: ClaimScope
    ) async throws -> (posts: [OutgoingPost], store: StoreIdentity)
}

/// When a post that failed is tried again.
struct PostRetry {
    /// How long a post is tried, from its first try.
    static let patience = Duration.seconds(24 * 3600)
    private static let first = Duration.seconds(30)
    private static let longest = Duration.seconds(3600)

    /// - Parameters:
    ///   - tries: how many tries have failed, from 1.
    ///   - firstTry: when the first of them was made.
    ///   - retryAfter: how long the host asks the server to wait.
    ///   - jitter: random, 0 to 1.
    /// - Returns: the time of the next try; nil if the post is given up.
    static func next(
        after tries: Int,
        since firstTry: MarketTime,
        retryAfter: Duration = .zero,
        at now: MarketTime,
        jitter: Double
    ) -> MarketTime? {
        if now.elapsed(since: firstTry) >= patience { return nil }
        // The wait doubles as in `Backoff`, but the number of tries comes from the disk.
        let full = min(longest, first * (1 << min(max(0, tries - 1), 20)))
        let wait = max(full * (0.5 + jitter / 2), min(retryAfter, longest))
        // The last try is made when the time is over, and not before.
        return min(now.adding(wait), firstTry.adding(patience))
    }
}
