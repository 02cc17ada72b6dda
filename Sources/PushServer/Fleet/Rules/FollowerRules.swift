package import Shared

/// Where other nodes reach a node, and how they recognize it.
package struct NodeAddress: Hashable, Sendable {
    /// `HOST:PORT`
    let address: String
    let pin: PublicKeyPin
}

/// An address that two nodes have given as theirs.
enum SharedAddress: Equatable, Sendable {
    /// The leader and this node.
    case leaders(String)
    /// Two nodes that follow this one.
    case followers(String)

    var words: String {
        switch self {
        case .leaders(let address):
            "another node leads at \(address), which leads to this node, too; give each node an address of its own with --node-address"
        case .followers(let address):
            "two nodes that follow this one say that others reach them at \(address); give each node an address of its own with --node-address"
        }
    }
}

/// Decides which node to follow, how old its market is, and when to leave it. Times are those of the node's own uptime,
/// so nodes whose clocks differ still agree on what is old.
package struct FollowerRules: Sendable {
    /// Why a node leaves the one that it follows.
    package enum Departure: Equatable, Sendable {
        /// A beat came through this node itself.
        case ring
        /// The connection has reached this node itself.
        case itself
        /// It follows, or is, a leader that has been replaced.
        case oldTerm
        case noBeat
        /// Another node leads now.
        case otherLeader
    }

    /// A node whose last beat is older is not ready for clients.
    static let lagMax = Duration.seconds(5)
    /// After this time without a beat, another node may have better ones.
    static let patience = Duration.seconds(4)
    /// How long a node that did not help is not tried again.
    static let avoidance = Duration.seconds(10)
    /// The wait before the next try at a node that could not be reached.
    static let retryInterval = Duration.milliseconds(300)

    let own: NodeID
    /// Where other nodes reach this one; nil until the node runs.
    var ownAddress: String?
    /// Nodes to follow rather than the leader, which makes a tree of the fleet.
    var preferred: [NodeAddress]
    /// Nil while none is known, or if this node would reach itself at its address.
    private(set) var leader: NodeAddress?
    /// Of the lease that named it.
    private var leaderTerm: UInt32 = 0
    /// Set while another node gives an address that leads to this one.
    private(set) var sharing: SharedAddress?
    /// The lease of a holder with this node's own address, as it was seen last.
    private var ownAddressLease: Lease?
    /// The highest term that the node has heard of.
    package private(set) var heard: UInt32 = 0
    /// The node that is followed now, or tried.
    private(set) var parent: NodeAddress?
    private var parentSince = Duration.zero
    private(set) var lastBeat: (beat: Beat, at: Duration)?
    private var avoidedUntil: [NodeAddress: Duration] = [:]

    package init(own: NodeID, preferred: [NodeAddress] = []) { (self.own, self.preferred) = (own, preferred) }

    // MARK: What the node hears

    /// - Parameter lease: as the database has it. The node never follows itself.
    mutating func found(_ lease: Lease?) {
        guard let lease, lease.holder.node != own else { return }
        heard(lease.term)
        if sharing != .leaders(lease.holder.address) { sharing = nil }
        if lease.holder.address == ownAddress { return foundOwnAddress(in: lease) }
        ownAddressLease = nil
        let found = NodeAddress(address: lease.holder.address, pin: lease.holder.pin)
        leader = found
        guard lease.term > leaderTerm else { return }
        leaderTerm = lease.term
        // Whatever was wrong with the node before, it has the beats now.
        avoidedUntil[found] = nil
    }

    /// This node would reach itself there. The holder may be an earlier process of this node, whose lease nobody renews;
    /// only a lease that is renewed belongs to another node with the same address.
    private mutating func foundOwnAddress(in lease: Lease) {
        leader = nil
        if let last = ownAddressLease, last.holder.node == lease.holder.node, lease.left > last.left {
            sharing = .leaders(lease.holder.address)
        }
        if lease.hasLapsed { sharing = nil }
        ownAddressLease = lease
    }

    /// The connection to the followed node has reached this one. The addresses differ as texts.
    mutating func reachedItself() { sharing = parent.map { .leaders($0.address) } }

    mutating func heard(_ term: UInt32) { heard = max(heard, term) }

    /// - Returns: why to leave the node that sent it; nil: pass the beat on.
    package mutating func received(_ beat: Beat, at now: Duration) -> Departure? {
        if beat.path.contains(own) || beat.path.count > Beat.pathMax { return .ring }
        if beat.term < heard { return .oldTerm }
        heard(beat.term)
        lastBeat = (beat, now)
        return nil
    }

    /// - Returns: why to leave the node that has this epoch. Between nodes the higher term wins.
    package mutating func received(_ epoch: MarketEpoch) -> Departure? {
        if epoch.term < heard { return .oldTerm }
        heard(epoch.term)
        return nil
    }

    // MARK: Whom to follow

    /// - Returns: the node to connect to; nil if there is none at the moment.
    mutating func nextParent(at now: Duration) -> NodeAddress? {
        parent = (preferred + [leader].compactMap(\.self)).first {
            $0.address != ownAddress && avoidedUntil[$0].map { $0 <= now } ?? true
        }
        parentSince = now
        return parent
    }

    /// The connection to the node has ended.
    /// - Parameter departure: why this node has left; nil if it has not.
    mutating func lost(_ node: NodeAddress, _ departure: Departure?, at now: Duration) {
        parent = nil
        let isUseless =
            departure == .ring || departure == .itself || departure == .oldTerm
            || departure == .noBeat && isPreferred(node)
        avoidedUntil[node] = now + (isUseless ? Self.avoidance : Self.retryInterval)
    }

    private func isPreferred(_ node: NodeAddress) -> Bool { preferred.contains { $0.address == node.address } }

    /// The followed node has been replaced in the lease, and may be tried at once when it returns. A node whose key alone is new
    /// is still the same, and so is the connection.
    mutating func timePassed(to now: Duration) -> Departure? {
        guard let parent else { return nil }
        if parent.address != leader?.address, !isPreferred(parent) { return .otherLeader }
        return now >= max(parentSince, lastBeat?.at ?? .zero) + Self.patience ? .noBeat : nil
    }

    // MARK: How old it is

    /// The age of the last beat; nil if none has come yet.
    func lag(at now: Duration) -> Duration? { lastBeat.map { now - $0.at } }

    /// Whether the market is fresh enough for clients.
    func isReady(at now: Duration) -> Bool { lag(at: now).map { $0 <= Self.lagMax } ?? false }
}
