internal import Shared

/// Where hints about users' tables go: to the leader, and from there to the nodes that want them. The owner of this
/// value has the connections.
struct HintRoutes: Sendable {
    /// Where a hint comes from.
    enum Source: Equatable, Sendable {
        /// This node's user hub.
        case here
        /// The followed node.
        case parent
        /// A following node, by its connection.
        case child(ConnectionID)
    }

    var children = FollowingNodes()
    private var interest = HintInterest()
    private(set) var ledger = HintLedger()
    private(set) var (sent, heard) = (0, 0)

    init() {}

    /// Tells the following nodes that want the hint, except the one that sent it.
    /// - Returns: the frame for the followed node, and the event for this node's user hub; nil if it needs none.
    mutating func pass(_ hint: UserHint, from source: Source) -> (toParent: ClientFrame?, toUsers: UserHub.Event?) {
        sent += 1
        children.tell(hint, but: source)
        let toParent = source == .parent ? nil : ClientFrame.hint(hint)
        guard source != .here, interest.local.contains(hint.user) else { return (toParent, nil) }
        heard += 1
        ledger.heard(hint)
        return (toParent, .hinted(hint))
    }

    /// Call it each second.
    /// - Parameter accounts: the users who are connected here.
    mutating func noteConnected(_ accounts: Set<AccountID>) {
        let users = Set(accounts.map(\.rawValue))
        ledger.secondPassed(users.intersection(interest.local))
        interest.local = users
    }

    /// - Parameter tables: the tables of which the comparison has found a newer version than this node's.
    mutating func noteFound(_ tables: [UserHint]) { ledger.found(tables) }

    /// A connection to a followed node has begun.
    mutating func connected() { interest.connected() }

    /// The frames that tell the followed node about which users this node now wants hints, and about which no longer.
    mutating func interestFrames() -> [ClientFrame] { interest.frames(with: children.users) }
}
