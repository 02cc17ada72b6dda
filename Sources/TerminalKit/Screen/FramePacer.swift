/// When the next frame may be drawn. A frame that is due is never put off: only one that follows another too closely.
struct FramePacer {
    /// Between frames that nobody asked for, such as moving prices.
    let interval: Duration
    /// Between frames that answer a key. They have a pace of their own: a key must not wait for a price to be shown.
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
