/// Decides when the next frame may be drawn. A due frame is delayed only if it follows another too closely.
struct FramePacer {
    /// The time between frames that nobody asked for, such as those for moving prices.
    let interval: Duration
    /// The time between frames that answer a key. It is separate, because a key must not wait for prices.
    let urgentInterval = Duration.milliseconds(8)
    private var lastFrame: Duration?
    private var lastUrgent: Duration?

    init(framesPerSecond: Int) {
        interval = .seconds(1) / max(1, framesPerSecond)
    }

    func due(isUrgent: Bool) -> Duration {
        if isUrgent { return lastUrgent.map { $0 + min(interval, urgentInterval) } ?? .zero }
        return lastFrame.map { $0 + interval } ?? .zero
    }

    mutating func drew(at time: Duration, isUrgent: Bool) {
        lastFrame = time
        if isUrgent { lastUrgent = time }
    }
}

/// Any clock, as times since its start, so that the screen need not be generic over it.
struct FrameClock: Sendable {
    let now: @Sendable () -> Duration
    let sleepUntil: @Sendable (Duration) async throws -> Void

    init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
