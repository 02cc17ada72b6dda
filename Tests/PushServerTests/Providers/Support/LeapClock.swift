import Shared

@testable import PushServer

/// A clock on which every sleep ends at once and moves the time.
final class LeapClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        let offset: Duration
        func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        func duration(to other: Self) -> Duration { other.offset - offset }
        static func < (one: Self, other: Self) -> Bool { one.offset < other.offset }
    }

    private let time: ManualTime

    init(_ time: ManualTime) { self.time = time }

    var now: Instant { Instant(offset: .milliseconds(time.now.milliseconds)) }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let left = now.duration(to: deadline)
        if left > .zero { time.pass(left) }
    }
}
