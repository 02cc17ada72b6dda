internal import Synchronization

/// A clock whose sleeps last until the test ends them, or their task is cancelled.
package final class HeldClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        package var offset: Duration
        package func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        package func duration(to other: Self) -> Duration { other.offset - offset }
        package static func < (one: Self, other: Self) -> Bool { one.offset < other.offset }
    }

    private struct State {
        var lastID = 0
        var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())
    /// An element for each sleep that has begun.
    package let sleeps: AsyncStream<Void>
    private let noteSleep: AsyncStream<Void>.Continuation

    package init() { (sleeps, noteSleep) = AsyncStream.makeStream() }

    package var now: Instant { Instant(offset: .zero) }
    package var minimumResolution: Duration { .nanoseconds(1) }
    package var sleeperCount: Int { state.withLock(\.sleepers.count) }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    // Cancelled before it slept: the handler has run and found nobody.
                    if Task.isCancelled { return true }
                    state.sleepers[id] = continuation
                    return false
                }
                if isCancelled { continuation.resume() } else { noteSleep.yield() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume()
        }
        try Task.checkCancellation()
    }

    package func endSleeps() {
        let ended = state.withLock { state in
            defer { state.sleepers = [:] }
            return state.sleepers
        }
        for continuation in ended.values { continuation.resume() }
    }
}
