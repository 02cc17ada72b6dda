import Synchronization

/// Whether a frame is wanted. Raised from wherever an observed property changes, lowered by drawing.
final class FrameDemand: Sendable {
    /// Each element says "look again". They coalesce: any number of changes make one.
    let requests = Relay<Void>(keepingNewest: 1)
    private let state = Mutex(State())

    private struct State {
        var isRaised = false
        /// There is a request that nobody has heard yet.
        var isRequested = false
        /// Counts frames: a change seen by the tracking of an older frame has been drawn already, or left the screen.
        var generation = 0
    }

    var isRaised: Bool { state.withLock { $0.isRaised } }

    /// To be asked with each request, before whatever is done about it.
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

    /// Lowers the demand as a frame begins, and returns the frame's number.
    func beginFrame() -> Int {
        state.withLock { state in
            state.isRaised = false
            state.generation += 1
            return state.generation
        }
    }
}
