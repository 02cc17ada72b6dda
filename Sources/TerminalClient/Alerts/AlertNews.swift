internal import Shared

/// Which alerts have fired since the last look. What had fired before the first one is no news.
struct AlertNews {
    /// The newest that is known; nil: there was no look yet.
    private var known: UInt64?

    /// - Parameter events: all that have fired, the newest first.
    /// - Returns: those that are news, the oldest first.
    mutating func take(_ events: [AlertEvent]) -> [AlertEvent] {
        let before = known ?? .max
        known = max(known ?? 0, events.first?.number ?? 0)
        return events.filter { $0.number > before }.reversed()
    }
}
