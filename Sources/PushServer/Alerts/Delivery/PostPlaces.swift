internal import Shared

/// The posts that are under way, and how many more may start. Each host has only a share of the places, so one that does
/// not answer delays no other one's posts. A user's posts to one host also keep a pace.
struct PostPlaces: Hashable, Sendable {
    /// How many posts run at once.
    static let max = 32
    /// How many of them go to one origin: as many as there are transfers at once.
    static let originMax = AlertPoster.limits.inFlightPerHost
    /// How many ways of an origin a claim looks at. In quiet hours most of them may have nothing to post.
    static let waysMax = 32

    private let max: Int
    private let originMax: Int
    /// By the origin that they go to.
    private var running: [String: Int] = [:]
    private var count = 0
    private var pace: PostPace

    init(max: Int = Self.max, originMax: Int = Self.originMax, pace: PostPace = PostPace()) {
        (self.max, self.originMax, self.pace) = (max, originMax, pace)
    }

    /// Whether no other post may start, wherever it goes.
    var areTaken: Bool { count >= max }

    /// How many more posts of this route may start.
    func room(for route: PostRoute, at now: MarketTime) -> Int {
        let places = min(max - count, originMax - running[route.origin, default: 0])
        return Swift.max(0, min(places, pace.room(for: route, at: now)))
    }

    /// When the pace lets the next post of this route start; nil: now.
    func pauseEnd(for route: PostRoute, at now: MarketTime) -> MarketTime? { pace.pauseEnd(for: route, at: now) }

    /// A post of this route starts.
    mutating func take(_ route: PostRoute, at now: MarketTime) {
        running[route.origin, default: 0] += 1
        count += 1
        pace.went(route, at: now)
    }

    /// A post to this origin has ended.
    mutating func giveBack(_ origin: String) {
        guard let before = running[origin] else { return }
        running[origin] = before > 1 ? before - 1 : nil
        count -= 1
    }

    /// The ways that a claim looks at, in the same order: those whose posts may start, and removed ones.
    func choice(of ways: [WaitingWay], at now: MarketTime) -> [WaitingWay] {
        var looks: [String?: Int] = [:]
        return ways.filter { way in
            if let route = way.route, room(for: route, at: now) == 0 { return false }
            let number = looks[way.origin, default: 0] + 1
            looks[way.origin] = number
            return number <= Self.waysMax
        }
    }

    /// The ways whose posts wait for their pace, in the same order. A claim postpones these posts.
    func pausing(among ways: [WaitingWay], at now: MarketTime) -> [WaitingWay] {
        ways.filter { way in way.route.flatMap { pauseEnd(for: $0, at: now) } != nil }
    }
}

/// A way of delivery with posts that are due.
struct WaitingWay: Hashable, Sendable {
    struct ID: Hashable, Sendable {
        let account: AccountID
        let delivery: DeliveryID
    }

    let id: ID
    /// Scheme, host and port of its address. Nil: the way was removed, and its posts must be removed, too.
    let origin: String?

    var route: PostRoute? { origin.map { PostRoute(account: id.account, origin: $0) } }
}
