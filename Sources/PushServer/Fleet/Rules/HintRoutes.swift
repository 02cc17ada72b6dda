internal import Shared

/// Where hints about users' tables go: to the leader, and from there to the nodes that want them. Its owner has the
/// connections.
struct HintRoutes: Sendable {
    /// Where a hint has come from.
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

    /// Tells the following nodes that want the hint, but not the one that has sent it.
    /// - Returns: what the followed node and this node's user hub must be told; nil: nothing.
    mutating func pass(_ hint: UserHint, from source: Source) -> (toParent: ClientFrame?, toUsers: UserHub.Event?) {
        sent += 1
        children.tell(hint, but: source)
        let toParent = source == .parent ? nil : ClientFrame.hint(hint)
        guard source != .here, interest.local.contains(hint.user) else { return (toParent, nil) }
        heard += 1
        ledger.heard(hint)
        return (toParent, .hinted(hint))
    }

    /// - Parameter accounts: the users who are connected here. Call it each second.
    mutating func noteConnected(_ accounts: Set<AccountID>) {
        let users = Set(accounts.map(\.rawValue))
        ledger.secondPassed(users.intersection(interest.local))
        interest.local = users
    }

    /// - Parameter tables: those that the comparison has found to be newer than this node's.
    mutating func noteFound(_ tables: [UserHint]) { ledger.found(tables) }

    /// A connection to a followed node has begun.
    mutating func connected() { interest.connected() }

    /// The frames that tell the followed node what has changed about the users whose hints are wanted here.
    mutating func interestFrames() -> [ClientFrame] { interest.frames(with: children.users) }
}
