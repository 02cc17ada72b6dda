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
}

/// The outcome of one try to post.
struct PostOutcome: Hashable, Sendable {
    enum Result: Hashable, Sendable {
        case delivered
        /// - Parameters:
        ///   - problem: what went wrong, in words for the user.
        ///   - wish: how long the host asks the server to wait.
        case failed(problem: String, wish: Duration = .zero)
    }

    /// The row of the post.
    let post: Int64
    let delivery: DeliveryID
    let result: Result
    /// Random, 0 to 1: spreads the tries of posts that have failed together.
    let jitter: Double
}

/// Where posts wait for their delivery.
protocol PostStore: Sendable {
    /// Makes posts due that an earlier process had claimed when it ended.
    func releasePosts() async throws
    /// Claims posts that are due. A claim is on disk when this returns, and ends by itself after some minutes.
    func claimPosts(_ count: Int) async throws -> (posts: [OutgoingPost], store: StoreIdentity)
}
