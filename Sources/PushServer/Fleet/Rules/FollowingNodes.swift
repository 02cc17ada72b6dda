internal import Shared

/// The nodes that follow this one.
struct FollowingNodes: Sendable {
    private struct Child: Sendable {
        let node: NodeID
        /// Hands a delivery to the connection's event loop. It never blocks, and keeps the order.
        let deliver: @Sendable (Delivery) -> Void
        var users: Set<Int64> = []
    }

    private var children: [ConnectionID: Child] = [:]
    /// Where others reach each node that has followed this one, as that node says. There are few.
    private var addresses: [NodeID: String] = [:]

    init() {}

    var nodes: [NodeID] { children.values.map(\.node) }

    /// An address that two of the nodes have given; nil if there is none. An address of the greatest length is not compared,
    /// because it may have been cut.
    var sharedAddress: SharedAddress? {
        let given = Set(nodes).compactMap { addresses[$0] }
            .filter { 1..<ServerConnection.deviceNameBytesMax ~= $0.utf8.count }
        return Dictionary(grouping: given) { $0 }.first { $0.value.count > 1 }.map { .followers($0.key) }
    }

    mutating func gave(_ address: String, _ node: NodeID) { addresses[node] = address }

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

    /// The users about whom at least one of the nodes wants hints.
    var users: Set<Int64> { children.values.reduce(into: []) { $0.formUnion($1.users) } }

    func tell(_ beat: Beat) { for child in children.values { child.deliver(.beat(beat)) } }

    /// - Parameter source: where the hint came from. A node does not get its own hint back.
    func tell(_ hint: UserHint, but source: HintRoutes.Source) {
        for (connection, child) in children where source != .child(connection) && child.users.contains(hint.user) {
            child.deliver(.hint(hint))
        }
    }
}
