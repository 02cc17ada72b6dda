internal import Shared

/// Where other nodes reach a node, and how they recognize it.
struct NodeAddress: Hashable, Sendable {
    /// `HOST:PORT`
    let address: String
    let pin: PublicKeyPin
}

/// Decides which node to follow, how old its market is, and when to leave it. Times are those of the node's own uptime,
/// so nodes whose clocks differ still agree on what is old.
struct FollowerRules: Sendable {
    /// Why a node leaves the one that it follows.
    enum Departure: Equatable, Sendable {
        /// A beat came through this node itself.
        case ring
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
    /// How long a node that was no use is not tried again.
    static let avoidance = Duration.seconds(10)
    /// The wait before the next try at a node that could not be reached.
    static let retryInterval = Duration.milliseconds(300)

    let own: NodeID
    /// Nodes to follow rather than the leader, which makes a tree of the fleet.
    let preferred: [NodeAddress]
    private(set) var leader: NodeAddress?
    /// The highest term that the node has heard of.
    private(set) var heard: UInt32 = 0
    /// The node that is followed now, or tried.
    private(set) var parent: NodeAddress?
    private var parentSince = Duration.zero
    private(set) var lastBeat: (beat: Beat, at: Duration)?
    private var avoidedUntil: [NodeAddress: Duration] = [:]

    init(own: NodeID, preferred: [NodeAddress] = []) { (self.own, self.preferred) = (own, preferred) }

    // MARK: What the node hears

    /// - Parameter lease: as the database tells it. The node never follows itself.
    mutating func found(_ lease: Lease?) {
        guard let lease, lease.holder.node != own else { return }
        heard(lease.term)
        leader = NodeAddress(address: lease.holder.address, pin: lease.holder.pin)
    }

    mutating func heard(_ term: UInt32) { heard = max(heard, term) }

    /// - Returns: why to leave the node that sent it; nil: pass the beat on.
    mutating func received(_ beat: Beat, at now: Duration) -> Departure? {
        if beat.path.contains(own) || beat.path.count > Beat.pathMax { return .ring }
        if beat.term < heard { return .oldTerm }
        heard(beat.term)
        lastBeat = (beat, now)
        return nil
    }

    /// - Returns: why to leave the node that has this epoch. Between nodes the higher term wins.
    mutating func received(_ epoch: MarketEpoch) -> Departure? {
        if epoch.term < heard { return .oldTerm }
        heard(epoch.term)
        return nil
    }

    // MARK: Whom to follow

    /// - Returns: the node to connect to; nil if there is none at the moment.
    mutating func nextParent(at now: Duration) -> NodeAddress? {
        parent = (preferred + [leader].compactMap(\.self)).first { avoidedUntil[$0].map { $0 <= now } ?? true }
        parentSince = now
        return parent
    }

    /// The connection to the node has ended.
    /// - Parameter departure: why this node has left; nil if it has not.
    mutating func lost(_ node: NodeAddress, _ departure: Departure?, at now: Duration) {
        parent = nil
        let isUseless = departure == .ring || departure == .oldTerm || departure == .noBeat && preferred.contains(node)
        avoidedUntil[node] = now + (isUseless ? Self.avoidance : Self.retryInterval)
    }

    /// The followed node has been replaced in the lease, and may be tried at once when it returns.
    mutating func timePassed(to now: Duration) -> Departure? {
        guard let parent else { return nil }
        if parent != leader, !preferred.contains(parent) { return .otherLeader }
        return now >= max(parentSince, lastBeat?.at ?? .zero) + Self.patience ? .noBeat : nil
    }

    // MARK: How old it is

    /// The age of the last beat; nil if none has come yet.
    func lag(at now: Duration) -> Duration? { lastBeat.map { now - $0.at } }

    /// Whether the market is fresh enough for clients.
    func isReady(at now: Duration) -> Bool { lag(at: now).map { $0 <= Self.lagMax } ?? false }
}
