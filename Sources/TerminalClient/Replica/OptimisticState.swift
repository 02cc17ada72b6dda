package import Shared

/// The user's state as the server has it, the changes that it has not confirmed, and what the user is to see of both.
///
/// A refused change vanishes by itself, because what is seen is always the server's state with the pending changes replayed.
package struct OptimisticState: Equatable, Sendable {
    package private(set) var confirmed = UserState()
    package private(set) var visible = UserState()
    package var favoritesMax = SessionLimits().favorites { didSet { replay() } }
    /// What earlier processes could not deliver, the oldest first, then this process's own changes. A connection delivers for
    /// one client id, the first one's; new changes always go to the last.
    package private(set) var queues: [MutationQueue]

    /// - Precondition: `queues` has at least this process's own.
    package init(queues: [MutationQueue]) {
        precondition(!queues.isEmpty)
        self.queues = queues
        replay()
    }

    /// Whose changes the connection delivers.
    package var current: MutationQueue {
        get { queues[0] }
        set {
            queues[0] = newValue
            replay()
        }
    }

    package var pendingCount: Int { queues.reduce(0) { $0 + $1.pending.count } }

    package mutating func enqueue(_ mutations: [Mutation]) {
        for mutation in mutations { queues[queues.count - 1].enqueue(mutation) }
        replay()
    }

    package mutating func received(_ state: UserState) {
        confirmed = state
        replay()
    }

    /// Goes on to the next queue if the current one has delivered all that it will ever hold.
    /// - Returns: the queue that is done.
    package mutating func advance() -> MutationQueue? {
        queues.count > 1 && current.pending.isEmpty ? queues.removeFirst() : nil
    }

    private mutating func replay() {
        var state = confirmed
        for case .success(let mutation) in queues.lazy.flatMap(\.pending).map(\.mutation) {
            // A change that the server will refuse shows nothing here either.
            _ = try? state.apply(mutation, favoritesMax: favoritesMax)
        }
        visible = state
    }
}
