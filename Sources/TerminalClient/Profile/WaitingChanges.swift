internal import Shared

/// A user's changes that the server has not confirmed to the terminals of this profile. Commands do not send them.
package struct WaitingChanges: Hashable, Sendable, CustomStringConvertible {
    let count: Int
    let server: ServerAddress
    /// Whether the server may have got any of them.
    let wereSent: Bool

    package var description: String {
        let (changes, were, them) =
            count == 1 ? ("1 change still waits", "it was", "it") : ("\(count) changes still wait", "they were", "them")
        let reason = wereSent ? "the server has not confirmed \(them) yet" : "\(were) made without a connection"
        return "\(changes) for \(server): \(reason), and only a terminal sends \(them)"
    }
}

extension WaitingChanges {
    /// - Returns: nil if nothing waits in the queues.
    init?(_ queues: [MutationQueue], for server: ServerAddress) {
        let pending = queues.flatMap(\.pending)
        if pending.isEmpty { return nil }
        let wereSent = queues.contains { queue in queue.pending.contains { $0.number <= queue.sent } }
        self.init(count: pending.count, server: server, wereSent: wereSent)
    }
}

extension Profile {
    /// What waits for delivery to a server, also in terminals that are open; nil if nothing does.
    @MainActor
    package func waitingChanges(of user: String, at server: ServerAddress) -> WaitingChanges? {
        WaitingChanges(PendingJournals.queues(in: pendingDirectory(of: user, at: server)), for: server)
    }
}
