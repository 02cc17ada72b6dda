internal import Shared

/// The secret with which a node signs in at the node that it follows. Each node makes its own, and the database keeps
/// only the hash. The node replaces it from time to time. Connections that began with the old one stay open.
struct NodeSecret: Sendable {
    static let lifetime = Duration.seconds(6 * 3600)

    private(set) var token = AccessToken.random()
    /// When the database was given its hash; nil before that.
    private var storedAt: Duration?

    init() {}

    /// Whether other nodes can check it.
    var isStored: Bool { storedAt != nil }

    /// - Returns: the secret that must be stored now; nil if none must.
    func due(at now: Duration) -> AccessToken? {
        guard let storedAt else { return token }
        return now >= storedAt + Self.lifetime ? .random() : nil
    }

    mutating func stored(_ token: AccessToken, at now: Duration) { (self.token, storedAt) = (token, now) }

    /// Another node does not know this secret: a failover may have lost it. The next one must be stored now.
    mutating func refused() { self = NodeSecret() }
}

/// Who may follow this node.
struct NodeAdmission: Sendable {
    /// Nodes that were accepted recently. They are accepted even while the database cannot be reached, because their
    /// prices must go on.
    private var known: [TokenHash: NodeID] = [:]
    static let knownMax = 256

    init() {}

    mutating func found(_ node: NodeID?, with hash: TokenHash) {
        if known.count >= Self.knownMax { known = [:] }
        known[hash] = node
    }

    /// The node with this credential, if it was let in lately.
    func node(with hash: TokenHash) -> NodeID? { known[hash] }
}
