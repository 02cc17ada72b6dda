internal import Shared

/// The nodes that follow this one.
struct FollowingNodes: Sendable {
    private struct Child: Sendable {
        let node: NodeID
        /// Passes something to the connection's event loop. Never blocks, and keeps the order.
        let deliver: @Sendable (Delivery) -> Void
        var users: Set<Int64> = []
    }

    private var children: [ConnectionID: Child] = [:]

    init() {}

    var nodes: [NodeID] { children.values.map(\.node) }

    mutating func joined(
        _ connection: ConnectionID,
        _ node: NodeID,
        deliver: @escaping @Sendable (Delivery) -> Void
    ) {
        children[connection] = Child(node: node, deliver: deliver)
    }

    mutating func left(_ connection: ConnectionID) { children[connection] = nil }

    mutating func follows(_ users: FollowedUsers, _ connection: ConnectionID) {
        children[connection]?.users.formUnion(users.added)
        children[connection]?.users.subtract(users.removed)
    }

    /// The users about whom some of them want hints.
    var users: Set<Int64> { children.values.reduce(into: []) { $0.formUnion($1.users) } }

    func tell(_ beat: Beat) { for child in children.values { child.deliver(.beat(beat)) } }

    /// - Parameter source: gets no hint back that it has sent.
    func tell(_ hint: UserHint, but source: HintRoutes.Source) {
        for (connection, child) in children where source != .child(connection) && child.users.contains(hint.user) {
            child.deliver(.hint(hint))
        }
    }
}
