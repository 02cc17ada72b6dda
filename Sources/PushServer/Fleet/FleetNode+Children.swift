internal import Shared

/// Lets in the nodes that follow this one, and takes their requests.
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
        let (connection, shard) = (request.connection, request.shard)
        switch request.request {
        case .joined(let node, let address):
            routes.children.joined(connection, node, at: address) { delivery in
                shard.run { $0.deliver(delivery, to: connection) }
            }
        // The node that this one follows hears of it within a second, with the user hub's next report. To unite all nodes' users for
        // each report of each of them would take the square of their number.
        case .left: routes.children.left(connection)
        case .follows(let users): routes.children.follows(users, connection)
        case .hint(let hint): pass(hint, from: .child(connection))
        }
    }
}
