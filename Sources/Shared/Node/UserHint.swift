/// A message between nodes: a user's table has reached a version. It may be lost.
public struct UserHint: Hashable, Sendable {
    /// The number of the user's account.
    public var user: Int64
    public var version: UInt64

    public init(user: Int64, version: UInt64) { (self.user, self.version) = (user, version) }
}

/// Changes of the list of users about whom a node wants hints.
public struct FollowedUsers: Hashable, Sendable {
    public var added: [Int64]
    public var removed: [Int64]

    public init(added: [Int64] = [], removed: [Int64] = []) { (self.added, self.removed) = (added, removed) }
}
