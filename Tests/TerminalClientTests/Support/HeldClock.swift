import Synchronization

/// A clock whose sleeps last until the test ends them.
final class HeldClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        func duration(to other: Self) -> Duration { other.offset - offset }
        static func < (one: Self, other: Self) -> Bool { one.offset < other.offset }
    }

    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])
    /// An element for each sleep that has begun.
    let sleeps: AsyncStream<Void>
    private let noteSleep: AsyncStream<Void>.Continuation

    init() { (sleeps, noteSleep) = AsyncStream.makeStream() }

    var now: Instant { Instant(offset: .zero) }
    var minimumResolution: Duration { .nanoseconds(1) }
    var sleeperCount: Int { waiting.withLock(\.count) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        await withCheckedContinuation { continuation in
            waiting.withLock { $0.append(continuation) }
            noteSleep.yield()
        }
        try Task.checkCancellation()
    }

    func endSleeps() {
        let ended = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for continuation in ended { continuation.resume() }
    }
}
