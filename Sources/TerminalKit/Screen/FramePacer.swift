/// Decides when the next frame may be drawn. A due frame is delayed only if it follows others of its kind too closely.
struct FramePacer {
    /// The time between frames that nobody asked for, such as those for moving prices.
    let interval: Duration
    /// How many of these may follow one another at once after a rest. While a terminal connects, it has several pieces of
    /// news within milliseconds, and the last of them are the prices.
    static let burst = 3
    /// The time between frames that answer a key.
    let urgentInterval = Duration.milliseconds(8)
    /// When the next frame that nobody asked for would be due if none had come early.
    private var next = Duration.zero
    private var lastUrgent: Duration?

    init(framesPerSecond: Int) {
        interval = .seconds(1) / max(1, framesPerSecond)
    }

    func due(isUrgent: Bool) -> Duration {
        if isUrgent { return lastUrgent.map { $0 + min(interval, urgentInterval) } ?? .zero }
        return max(.zero, next - interval * (Self.burst - 1))
    }

    mutating func drew(at time: Duration, isUrgent: Bool) {
        if isUrgent { lastUrgent = time } else { next = max(next, time) + interval }
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
