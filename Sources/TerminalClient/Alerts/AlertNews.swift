internal import Shared

/// Finds the alerts that have fired since the last look. Those that fired before the first look are not news.
struct AlertNews {
    /// The newest known event; nil before the first look.
    private var known: UInt64?

    /// - Parameter events: all events, the newest first.
    /// - Returns: those that are news, the oldest first.
    mutating func take(_ events: [AlertEvent]) -> [AlertEvent] {
        let before = known ?? .max
        known = max(known ?? 0, events.first?.number ?? 0)
        return events.filter { $0.number > before }.reversed()
    }
}

/// Finds the alerts that were lost on their way since the last look. Those that were lost before the first look are not
/// news.
struct LossNews {
    /// Nil before the first look.
    private var known: [LostDelivery]?

    /// - Parameter lost: all lost deliveries that the user has not seen yet, the latest first.
    /// - Returns: those that are news, the oldest first.
    mutating func take(_ lost: [LostDelivery]) -> [LostDelivery] {
        let news = news(in: lost)
        known = lost
        return news.reversed()
    }

    /// Whether there is news. It stays news until it is taken. The first call counts as the first look.
    mutating func hasNews(_ lost: [LostDelivery]) -> Bool {
        if known == nil { known = lost }
        return !news(in: lost).isEmpty
    }

    private func news(in lost: [LostDelivery]) -> [LostDelivery] {
        let before = known ?? lost
        return lost.filter { new in !before.contains { $0.isSame(as: new) } }
    }
}
