internal import Shared

/// Changes that the server had not confirmed when the user left.
package struct UnconfirmedChanges: Hashable, Sendable {
    package let count: Int
    package let server: ServerAddress
    /// Whether they are on this machine's disk, so that they are sent once the user is logged in there again.
    package let areKept: Bool

    package init(count: Int, server: ServerAddress, areKept: Bool) {
        (self.count, self.server, self.areKept) = (count, server, areKept)
    }
}

extension Session {
    /// Nil if the server has confirmed all changes.
    var unconfirmed: UnconfirmedChanges? {
        user.pendingCount == 0
            ? nil : UnconfirmedChanges(count: user.pendingCount, server: server, areKept: user.isKept)
    }
}
