internal import Shared

/// All charts, with their connections, users and series.
struct SubscriptionTable {
    /// The charts of each series. A series without charts is not here.
    private(set) var watchers: [SeriesKey: Set<ChartSubscription.ID>] = [:]
    private var subscriptions: [ChartSubscription.ID: ChartSubscription] = [:]
    private var subscriptionsOfConnection: [ConnectionID: Set<ChartSubscription.ID>] = [:]
    private var shares: [AccountID: SeriesShare] = [:]
    /// Charts whose user has no share left, and charts for whose candles there is no room.
    private var turnedAway: Set<ChartSubscription.ID> = []

    subscript(id: ChartSubscription.ID) -> ChartSubscription? { subscriptions[id] }

    var unserved: [ChartSubscription.ID] { subscriptions.values.filter { $0.sent != .whole }.map(\.id) }

    func watchers(of key: SeriesKey) -> Set<ChartSubscription.ID> { watchers[key, default: []] }

    /// The largest number of candles that a chart wants of a series.
    func countWanted(of key: SeriesKey) -> Int {
        watchers(of: key).compactMap { subscriptions[$0]?.request.count }.max() ?? 0
    }

    func hasShare(for subscription: ChartSubscription) -> Bool {
        subscription.user.flatMap { shares[$0]?.hasRoom(for: subscription.key) } ?? true
    }

    // MARK: Coming and going

    mutating func add(_ subscription: ChartSubscription) {
        subscriptions[subscription.id] = subscription
        subscriptionsOfConnection[subscription.id.connection, default: []].insert(subscription.id)
    }

    mutating func remove(_ id: ChartSubscription.ID, at now: MarketTime) {
        guard let subscription = subscriptions.removeValue(forKey: id) else { return }
        turnedAway.remove(id)
        subscriptionsOfConnection[id.connection]?.remove(id)
        if subscriptionsOfConnection[id.connection]?.isEmpty == true { subscriptionsOfConnection[id.connection] = nil }
        guard watchers[subscription.key]?.remove(id) != nil else { return }
        if watchers[subscription.key]?.isEmpty == true { watchers[subscription.key] = nil }
        if let user = subscription.user { shares[user]?.closed(subscription.key, at: now) }
    }

    mutating func removeAll(of connection: ConnectionID, at now: MarketTime) {
        for id in subscriptionsOfConnection[connection, default: []] { remove(id, at: now) }
    }

    // MARK: Outcomes

    mutating func watch(_ id: ChartSubscription.ID) {
        turnedAway.remove(id)
        guard let subscription = subscriptions[id], watchers[subscription.key, default: []].insert(id).inserted else {
            return
        }
        if let user = subscription.user { shares[user, default: SeriesShare()].opened(subscription.key) }
    }

    mutating func turnAway(_ id: ChartSubscription.ID) { turnedAway.insert(id) }

    /// Forgets series that users have not shown for long.
    /// - Returns: the refused charts that may try again, the longest connected first.
    mutating func secondPassed(at now: MarketTime) -> [ChartSubscription.ID] {
        for (user, share) in shares where share.remembers {
            shares[user]?.forget(at: now)
            if shares[user]?.isEmpty == true { shares[user] = nil }
        }
        defer { turnedAway = [] }
        return turnedAway.sorted {
            ($0.connection.rawValue, $0.chart.rawValue) < ($1.connection.rawValue, $1.chart.rawValue)
        }
    }

    mutating func sent(_ sent: ChartSubscription.SentPart, to id: ChartSubscription.ID) {
        subscriptions[id]?.sent = sent
        if sent == .whole { subscriptions[id]?.problem = nil }
    }

    mutating func told(_ problem: ChartProblem, _ id: ChartSubscription.ID) { subscriptions[id]?.problem = problem }

    /// The candles of a series are no longer valid, so all of its charts begin again.
    mutating func lost(_ key: SeriesKey) {
        for id in watchers(of: key) { subscriptions[id]?.sent = .nothing }
    }
}

/// The series that one user's charts show in all terminals, and those that were shown a moment ago. With a limit on
/// these, nobody can use up the kept candles by opening many charts, or the requests by opening one after another.
struct SeriesShare {
    /// With the longest series, this is a tenth of all kept candles.
    static let seriesMax = 40
    /// How long a series counts after its last chart was closed, which is about as long as its candles stay fresh.
    static let memory = Duration.seconds(60)

    private var charts: [SeriesKey: Int] = [:]
    private var left: [SeriesKey: MarketTime] = [:]

    var isEmpty: Bool { charts.isEmpty && left.isEmpty }
    var remembers: Bool { !left.isEmpty }

    func hasRoom(for key: SeriesKey) -> Bool {
        charts[key] != nil || left[key] != nil || charts.count + left.count < Self.seriesMax
    }

    mutating func opened(_ key: SeriesKey) {
        charts[key, default: 0] += 1
        left[key] = nil
    }

    mutating func closed(_ key: SeriesKey, at now: MarketTime) {
        guard let count = charts[key] else { return }
        charts[key] = count > 1 ? count - 1 : nil
        if count == 1 { left[key] = now }
    }

    /// If the clock is set back, times in the future are forgotten, too, because they would stay that long.
    mutating func forget(at now: MarketTime) {
        left = left.filter { $0.value <= now && now < $0.value.adding(Self.memory) }
    }
}
