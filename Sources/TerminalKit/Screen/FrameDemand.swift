import Synchronization

/// Whether a frame is wanted. A change of an observed property raises the demand, and drawing lowers it.
final class FrameDemand: Sendable {
    /// Each element means "look again". Any number of changes become one element.
    let requests = Relay<Void>(keepingNewest: 1)
    private let state = Mutex(State())

    private struct State {
        var isRaised = false
        /// Whether there is a request that nobody has heard yet.
        var isRequested = false
        /// Counts frames. A change that was tracked by an older frame has been drawn already, or is no longer on the
        /// screen.
        var generation = 0
    }

    var isRaised: Bool { state.withLock { $0.isRaised } }

    /// Call it for each request, before acting on it.
    /// - Returns: whether a frame is wanted.
    func heard() -> Bool {
        state.withLock { state in
            state.isRequested = false
            return state.isRaised
        }
    }

    func raise() {
        state.withLock { $0.isRaised = true }
        lookAgain()
    }

    func raise(ifStill generation: Int) {
        let isCurrent = state.withLock { state in
            if state.generation == generation { state.isRaised = true }
            return state.generation == generation
        }
        if isCurrent { lookAgain() }
    }

    func lookAgain() {
        let isNew = state.withLock { state in
            defer { state.isRequested = true }
            return !state.isRequested
        }
        if isNew { requests.yield(()) }
    }

    /// Lowers the demand when a frame begins, and returns the frame's number.
    func beginFrame() -> Int {
        state.withLock { state in
            state.isRaised = false
            state.generation += 1
            return state.generation
        }
    }
}
