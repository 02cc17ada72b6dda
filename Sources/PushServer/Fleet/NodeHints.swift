internal import Shared

/// The user hub's messages to the other nodes of a fleet, so that they look at the database at once.
struct NodeHints: Sendable {
    /// Users' tables that this node has changed.
    let changed: @Sendable ([UserHint]) -> Void
    /// The users who are connected here. Called each second.
    let connected: @Sendable (Set<AccountID>) -> Void
    /// Users' tables that another node has changed, as the comparison with the database has found them.
    let found: @Sendable ([UserHint]) -> Void
}

extension [AccountID: UserTable] {
    /// What tells another node to look at these tables.
    var hints: [UserHint] { map { UserHint(user: $0.rawValue, version: $1.version) } }
}

/// The users about whom a node wants hints, and which of them the followed node knows.
struct HintInterest: Sendable {
    /// How many users one frame names.
    static let usersPerFrame = 3_000

    /// The users who are connected here.
    var local: Set<Int64> = []
    private var told: Set<Int64> = []

    init() {}

    /// On a new connection, the followed node knows of none.
    mutating func connected() { told = [] }

    /// - Parameter children: the users about whom following nodes want hints.
    /// - Returns: the frames that say what has changed.
    mutating func frames(with children: Set<Int64>) -> [ClientFrame] {
        let wanted = local.union(children)
        let (added, removed) = (Array(wanted.subtracting(told)), Array(told.subtracting(wanted)))
        told = wanted
        let starts = stride(from: 0, to: max(added.count, removed.count), by: Self.usersPerFrame)
        return starts.map { start in
            func part(_ users: [Int64]) -> [Int64] { Array(users.dropFirst(start).prefix(Self.usersPerFrame)) }
            return .followedUsers(FollowedUsers(added: part(added), removed: part(removed)))
        }
    }
}
