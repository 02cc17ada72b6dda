internal import Shared

/// How often prices come, and so for how long nothing may come from a server that is well.
///
/// A server may ask its exchanges seldom, and says that one is late only after three times that. What is quiet for less than
/// that is not the server's silence.
struct PriceRhythm {
    private static let patienceMin = Duration.seconds(5)
    private static let eventsMax = 4

    private var events: [MarketTime] = []

    /// - Parameter event: when the newest price was heard.
    mutating func heard(_ event: MarketTime?) {
        guard let event, event != events.last else { return }
        events = (events + [event]).suffix(Self.eventsMax)
    }

    /// The shortest of the last steps counts: an outage is a long one.
    var patience: Duration {
        let steps = zip(events.dropFirst(), events).map { $0.elapsed(since: $1) }
        return max(Self.patienceMin, (steps.min() ?? .zero) * 3 + .seconds(2))
    }
}
