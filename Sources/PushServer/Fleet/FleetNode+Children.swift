internal import Logging
internal import Shared

/// The nodes that follow this one.
struct FollowingNodes {
    private struct Child {
        let node: NodeID
        let shard: ShardPort
        var users: Set<Int64> = []
    }

    private var children: [ConnectionID: Child] = [:]

    init() {}

    var nodes: [NodeID] { children.values.map(\.node) }

    mutating func joined(_ connection: ConnectionID, _ node: NodeID, _ shard: ShardPort) {
        children[connection] = Child(node: node, shard: shard)
    }

    mutating func left(_ connection: ConnectionID) { children[connection] = nil }

    mutating func follows(_ users: FollowedUsers, _ connection: ConnectionID) {
        children[connection]?.users.formUnion(users.added)
        children[connection]?.users.subtract(users.removed)
    }

    /// The users about whom some of them want hints.
    var users: Set<Int64> { children.values.reduce(into: []) { $0.formUnion($1.users) } }

    func tell(_ beat: Beat) {
        for (connection, child) in children { child.shard.run { $0.deliver(.beat(beat), to: connection) } }
    }

    /// - Parameter sender: the connection that sent the hint, which does not get it back.
    func tell(_ hint: UserHint, but sender: ConnectionID? = nil) {
        for (connection, child) in children where connection != sender && child.users.contains(hint.user) {
            child.shard.run { $0.deliver(.hint(hint), to: connection) }
        }
    }
}

extension FleetNode {
    /// Whether a secret belongs to a node of this fleet. Any other secret gets the answer that a wrong password gets.
    func check(_ secret: [UInt8], _ term: UInt32) async -> Result<NodeID, Close> {
        let hash = AccessToken(bytes: secret).hash
        let node: NodeID?
        do {
            node = try await dependencies.credentials.node(with: hash)
            admission.found(node, with: hash)
        } catch {
            node = admission.node(with: hash)
            if node == nil { return .failure(.unavailable) }
        }
        guard let node else { return .failure(.badLogin) }
        if node == id {
            follower.reachedItself()
            tellSharing()
            leave(.itself)
            return .failure(.unavailable)
        }
        heard(term)
        return .success(node)
    }

    func received(_ requests: [NodeGate.Request]) {
        for request in requests { received(request) }
    }

    private func received(_ request: NodeGate.Request) {
        switch request.request {
        case .joined(let node): children.joined(request.connection, node, request.shard)
        case .left:
            children.left(request.connection)
            sendInterest()
        case .follows(let users):
            children.follows(users, request.connection)
            sendInterest()
        case .hint(let hint): pass(hint, from: request.connection)
        }
    }
}
