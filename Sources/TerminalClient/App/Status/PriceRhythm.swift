internal import Shared

/// Learns how often prices come, and so how long a healthy server may be silent.
///
/// A server may ask its exchanges at long intervals, and calls one late only after three of them. A shorter pause is
/// not the server's fault.
struct PriceRhythm {
    private static let patienceMin = Duration.seconds(5)
    private static let eventsMax = 4

    private var events: [MarketTime] = []

    /// - Parameter event: when the newest price was heard.
    mutating func heard(_ event: MarketTime?) {
        guard let event, event != events.last else { return }
        events = (events + [event]).suffix(Self.eventsMax)
    }

    /// The shortest of the last steps counts, because a long step may be an outage.
    var patience: Duration {
        let steps = zip(events.dropFirst(), events).map { $0.elapsed(since: $1) }
        return max(Self.patienceMin, (steps.min() ?? .zero) * 3 + .seconds(2))
    }
}
