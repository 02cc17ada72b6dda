internal import Shared

/// A user's changes that the server had not confirmed when the user left.
package struct UnconfirmedChanges: Hashable, Sendable {
    package let count: Int
    package let server: ServerAddress
    let user: String
    /// Whether they are on this machine's disk, so that they are sent once the user is logged in there again.
    package let areKept: Bool

    package init(count: Int, server: ServerAddress, user: String, areKept: Bool) {
        (self.count, self.server, self.user, self.areKept) = (count, server, user, areKept)
    }

    /// The profile keeps changes under the first node, and the server ignores the case of names.
    fileprivate func areOf(_ name: String, at other: ServerAddress) -> Bool {
        server.first == other.first && user.lowercased() == name.lowercased()
    }
}

@MainActor
extension [UnconfirmedChanges] {
    /// Notes what a session has left. It took over what earlier sessions of the same user had left on the disk, so only its
    /// own count matters.
    mutating func ended(_ session: Session) {
        let (name, count) = (session.userName() ?? "", session.pendingCount())
        removeAll { $0.areKept && $0.areOf(name, at: session.server) }
        if count == 0 { return }
        append(UnconfirmedChanges(count: count, server: session.server, user: name, areKept: session.user.isKept))
    }
}
