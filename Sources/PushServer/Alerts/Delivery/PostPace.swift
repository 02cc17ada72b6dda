internal import Shared

/// Whose posts go where.
struct PostRoute: Hashable, Sendable {
    let account: AccountID
    /// Scheme, host and port.
    let origin: String
}

/// How fast a user's posts to one origin may follow each other: some at once, then one in each interval.
///
/// The host sees one address for all users of the server, and refuses it if a single user sends too much. The records of
/// ways of delivery, and the notes about them, are no measure, because users can remove and replace both.
struct PostPace: Hashable, Sendable {
    /// How many posts may go at once: enough for two alerts, each by five ways.
    static let burst = 10
    /// The time for one more: short enough for five ways, each with a test message every five seconds.
    static let interval = Duration.seconds(1)

    private let burst: Int
    /// When a route may have the whole burst again. One that is not here may have it now.
    private var rested: [PostRoute: MarketTime] = [:]

    init(burst: Int = Self.burst) { self.burst = burst }

    /// How many posts may go now.
    func room(for route: PostRoute, at now: MarketTime) -> Int {
        burst - Int((rest(of: route, at: now) / Self.interval).rounded(.up))
    }

    /// When the next post may go; nil: now.
    func pauseEnd(for route: PostRoute, at now: MarketTime) -> MarketTime? {
        let pause = rest(of: route, at: now) - (whole - Self.interval)
        return pause > .zero ? now.adding(pause) : nil
    }

    /// The time until a route has rested. If it is longer than after a whole burst, the clock was set back. Then the route
    /// counts as rested, because nobody knows when its posts went.
    private func rest(of route: PostRoute, at now: MarketTime) -> Duration {
        let rest = rested[route]?.elapsed(since: now) ?? .zero
        return rest > whole ? .zero : rest
    }

    private var whole: Duration { Self.interval * burst }

    mutating func went(_ route: PostRoute, at now: MarketTime) {
        let rest = min(rest(of: route, at: now) + Self.interval, whole)
        rested = rested.filter { $0.value > now }
        rested[route] = now.adding(rest)
    }
}
