internal import Synchronization

/// A clock that runs until a test holds it. Then it stands still, like the clock of a stopped machine, and later it
/// goes on from there.
package final class HoldableClock: Clock {
    package typealias Duration = Swift.Duration
    package typealias Instant = TestClock.Instant

    private struct State {
        var lost = Duration.zero
        var heldSince: ContinuousClock.Instant?

        func behind(at now: ContinuousClock.Instant) -> Duration {
            lost + (heldSince.map { $0.duration(to: now) } ?? .zero)
        }
    }

    private let start = ContinuousClock.now
    private let state = Mutex(State())

    package init() {}

    package var now: Instant {
        state.withLock { state in
            let real = ContinuousClock.now
            return Instant(offset: start.duration(to: real) - state.behind(at: real))
        }
    }
    package var minimumResolution: Duration { .nanoseconds(1) }
    /// How much time it has lost.
    package var behind: Duration { state.withLock { $0.behind(at: .now) } }

    package func hold() { state.withLock { $0.heldSince = .now } }

    package func goOn() {
        state.withLock { state in
            let lost = state.behind(at: .now)
            state = State(lost: lost)
        }
    }

    /// Goes ahead, as the clock of a machine that wakes.
    package func skip(_ time: Duration) { state.withLock { $0.lost -= time } }

    /// While the clock is held, this looks at it again and again.
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        while true {
            let left = now.duration(to: deadline)
            if left <= .zero { return }
            try await Task.sleep(for: max(left, .milliseconds(10)), tolerance: tolerance)
        }
    }
}
