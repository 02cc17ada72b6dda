internal import Shared

/// The nodes that follow this one.
struct FollowingNodes: Sendable {
    private struct Child: Sendable {
        let node: NodeID
        /// Where others reach the node, as it says.
        let address: String
        /// Hands a delivery to the connection's event loop. It never blocks, and keeps the order.
        let deliver: @Sendable (Delivery) -> Void
        var users: Set<Int64> = []
    }

    private var children: [ConnectionID: Child] = [:]

    init() {}

    var nodes: [NodeID] { children.values.map(\.node) }

    /// An address that two of the nodes have given; nil if there is none. An address of the greatest length is not compared,
    /// because it may have been cut.
    var sharedAddress: SharedAddress? {
        let known = children.values.filter { 1..<ServerConnection.deviceNameBytesMax ~= $0.address.utf8.count }
        let nodes = Dictionary(grouping: known, by: \.address).mapValues { Set($0.map(\.node)) }
        return nodes.filter { $0.value.count > 1 }.keys.min().map { .followers($0) }
    }

    mutating func joined(
        _ connection: ConnectionID,
        _ node: NodeID,
        at address: String,
        deliver: @escaping @Sendable (Delivery) -> Void
    ) {
        children[connection] = Child(node: node, address: address, deliver: deliver)
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
