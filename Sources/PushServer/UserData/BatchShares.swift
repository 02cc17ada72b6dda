internal import Shared

/// Divides a batch of events among users, because others wait while one user's changes are made.
///
/// If a user has more changes than a share, the next batch makes the rest, in their order.
struct BatchShares {
    /// The share, in changed records. The last mutation of a user may exceed it.
    static let changesMax = 128

    private var changes: [AccountID: Int] = [:]

    /// Call it for each waiting event, the oldest first.
    /// - Returns: whether the batch takes the event.
    mutating func takes(_ event: UserHub.Event) -> Bool {
        guard let account = event.account else { return true }
        let taken = changes[account, default: 0]
        // What comes after a waiting change waits, too.
        if taken >= Self.changesMax { return false }
        if case .mutated(_, _, let numbered) = event {
            changes[account] = taken + max(1, numbered.mutation.changes.count)
        }
        return true
    }
}
