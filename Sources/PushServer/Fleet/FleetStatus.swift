internal import Shared

/// What an operator can ask of a node.
package struct FleetStatus: Equatable, Sendable, Codable {
    package enum Role: String, Codable, Sendable { case leader, follower, starting }

    package var node: String
    package var role: Role
    /// The highest term that the node has heard of.
    package var term: UInt32
    /// The leader's address in the database; nil while none is known.
    package var leader: String?
    /// The node that this one follows; nil without a connection.
    package var follows: String?
    /// The nodes through which the last beat came, the leader first.
    package var path: [String]
    /// The age of the last beat; 0 for the leader, nil if none has come.
    package var lagMilliseconds: Int?
    /// The time since the database last answered; nil: an older node does not say.
    package var databaseSilenceSeconds: Int?
    package var followers: [String]
    package var hintsSent = 0
    package var hintsHeard = 0
    /// Changes at other nodes of which no hint came, and those that the comparison with the database found before a hint.
    package var hintsLost = 0
    package var hintsRepaired = 0
    /// What an operator should mend although the node is ready; nil: nothing.
    package var warning: String?

    var json: String { NodeReport.text(of: self) }
}

extension FleetNode {
    var status: FleetStatus {
        let beat = follower.lastBeat?.beat
        let isLeader = leadership != nil
        let lag = isLeader ? Duration.zero : follower.lag(at: uptime())
        return FleetStatus(
            node: "\(id)",
            role: isLeader ? .leader : role == .following ? .follower : .starting,
            term: follower.heard,
            leader: isLeader ? lease.lease?.holder.address : follower.leader?.address,
            follows: parentSend == nil ? nil : follower.parent?.address,
            path: isLeader ? [] : beat?.path.map { "\($0)" } ?? [],
            lagMilliseconds: lag.map { Int($0 / .milliseconds(1)) },
            databaseSilenceSeconds: Int(lease.silence(at: uptime()).time.components.seconds),
            followers: routes.children.nodes.map { "\($0)" }.sorted(),
            hintsSent: routes.sent,
            hintsHeard: routes.heard,
            hintsLost: routes.ledger.lost,
            hintsRepaired: routes.ledger.repaired,
            warning: dependencies.time.gap.words ?? routes.children.sharedAddress?.words
        )
    }
}
