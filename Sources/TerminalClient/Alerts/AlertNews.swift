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

/// Which alerts could not be delivered since the last look. What was lost before the first one is no news.
struct LossNews {
    /// Nil: there was no look yet.
    private var known: [LostDelivery]?

    /// - Parameter lost: all that the user has not seen yet, the latest first.
    /// - Returns: those that are news, the oldest first.
    mutating func take(_ lost: [LostDelivery]) -> [LostDelivery] {
        let before = known ?? lost
        known = lost
        return lost.filter { new in !before.contains { $0.isSame(as: new) } }.reversed()
    }
}
