internal import Shared

/// Admits the nodes that follow this one, and takes what they send afterwards.
struct NodeGate: Sendable {
    struct Request: Sendable {
        let connection: ConnectionID
        let shard: ShardPort
        let request: NodeRequest

        init(_ connection: ConnectionID, _ shard: ShardPort, _ request: NodeRequest) {
            (self.connection, self.shard, self.request) = (connection, shard, request)
        }
    }

    /// Decides whether a secret is that of a node. The term is the highest that the node has heard of.
    let check: @Sendable (_ secret: [UInt8], _ term: UInt32) async -> Result<NodeID, Close>
    let requests: Mailbox<Request>
}
