import Shared
import Synchronization

@testable import TerminalClient

/// A clock whose time passes when the test says so.
final class ManualClock: Sendable {
    private struct Sleeper {
        let id: Int
        let end: ContinuousClock.Instant
        let wake: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: ContinuousClock.Instant
        var nextID = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
    }

    let start = ContinuousClock.now
    private let date: MarketTime
    private let local: WallClock
    private let state: Mutex<State>
    /// An element for each sleep that has begun.
    let sleeps: AsyncStream<Duration>
    private let noteSleep: AsyncStream<Duration>.Continuation

    init(date: MarketTime = MarketTime(seconds: 1_700_000_000), local: WallClock = .utc) {
        (self.date, self.local) = (date, local)
        state = Mutex(State(now: start))
        (sleeps, noteSleep) = AsyncStream.makeStream()
    }

    var now: ContinuousClock.Instant { state.withLock(\.now) }

    var clock: AppClock {
        AppClock(
            now: { self.now },
            date: { self.date.adding(milliseconds: (self.now - self.start).milliseconds) },
            sleep: { try await self.sleep($0) },
            local: local
        )
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let due = state.sleepers.filter { $0.end <= state.now }
            state.sleepers.removeAll { $0.end <= state.now }
            return due
        }
        for sleeper in due { sleeper.wake.resume() }
    }

    private func sleep(_ duration: Duration) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let isCancelled = state.withLock { state in
                    if state.cancelled.contains(id) { return true }
                    state.sleepers.append(Sleeper(id: id, end: state.now + duration, wake: wake))
                    return false
                }
                if isCancelled { return wake.resume(throwing: CancellationError()) }
                noteSleep.yield(duration)
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(id)
                let sleeper = state.sleepers.first { $0.id == id }
                state.sleepers.removeAll { $0.id == id }
                return sleeper
            }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
