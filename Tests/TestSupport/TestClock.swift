internal import Synchronization

/// A clock that stands still until a test moves it. `sleeps` tells a test that somebody waits.
package final class TestClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        package var offset: Duration
        package func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        package func duration(to other: Self) -> Duration { other.offset - offset }
        package static func < (one: Self, other: Self) -> Bool { one.offset < other.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var lastID = 0
        var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, Never>)] = [:]

        /// Takes out who need not sleep any longer.
        mutating func awakened() -> [CheckedContinuation<Void, Never>] {
            let due = sleepers.filter { $0.value.deadline <= now }
            for id in due.keys { sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
    }

    private let state = Mutex(State())
    /// An element for each sleep that has begun: when it is to end.
    package let sleeps: AsyncStream<Duration>
    private let slept: AsyncStream<Duration>.Continuation

    package init() { (sleeps, slept) = AsyncStream.makeStream() }

    package var now: Instant { state.withLock { $0.now } }
    package var minimumResolution: Duration { .nanoseconds(1) }
    package var sleeperCount: Int { state.withLock(\.sleepers.count) }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // Cancelled before it slept: the handler has run and found nobody.
                    if deadline <= state.now || Task.isCancelled { return true }
                    state.sleepers[id] = (deadline, continuation)
                    return false
                }
                if isOver { continuation.resume() } else { slept.yield(deadline.offset) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
        }
        try Task.checkCancellation()
    }

    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            return state.awakened()
        }
        for continuation in due { continuation.resume() }
    }

    /// Moves to when nobody sleeps any longer.
    package func endSleeps() {
        let due = state.withLock { state in
            state.now = state.sleepers.values.map(\.deadline).max() ?? state.now
            return state.awakened()
        }
        for continuation in due { continuation.resume() }
    }
}
