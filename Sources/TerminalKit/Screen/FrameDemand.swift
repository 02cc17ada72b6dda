import Synchronization

/// Whether a frame is wanted. Raised from wherever an observed property changes, lowered by drawing.
final class FrameDemand: Sendable {
    /// Each element says "look again". They coalesce: any number of changes make one.
    let requests = Relay<Void>(keepingNewest: 1)
    private let state = Mutex(State())

    private struct State {
        var isRaised = false
        /// Counts frames: a change seen by the tracking of an older frame has been drawn already, or left the screen.
        var generation = 0
    }

    var isRaised: Bool { state.withLock { $0.isRaised } }

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

    func lookAgain() { requests.yield(()) }

    /// Lowers the demand as a frame begins, and returns the frame's number.
    func beginFrame() -> Int {
        state.withLock { state in
            state.isRaised = false
            state.generation += 1
            return state.generation
        }
    }
}
