internal import Shared

/// What a node writes into the lease row so that the others find it and recognize it.
struct LeaseHolder: Hashable, Sendable {
    let node: NodeID
    /// Where other nodes reach it: `HOST:PORT`.
    let address: String
    /// The pin of its certificate's key.
    let pin: PublicKeyPin
}

/// The lease row in the database: who leads, and for how long.
struct Lease: Hashable, Sendable {
    let holder: LeaseHolder
    /// Rises with each change of leader.
    let term: UInt32
    /// The time until the lease lapses by the database's clock.
    var left: Duration
    /// What the database's clock said; nil if the store does not say.
    var time: MarketTime? = nil

    /// No node writes a lease that ends later. If one did, or if a clock was set back, the fleet must not stay without a leader.
    static let leftMax = LeaseRules.duration * 2

    var hasLapsed: Bool { left <= .zero || left > Self.leftMax }
}

/// The one row that elects the leader. Each call is one transaction on a connection of its own, and the database's
/// clock alone decides whether the lease has lapsed.
///
/// Each call throws if the database cannot be reached within some seconds. A call that throws may still have taken
/// effect; the next call shows it.
protocol LeaseStore: Sendable {
    /// What the database's clock says.
    func time() async throws -> MarketTime
    /// - Returns: nil if no node has ever held the lease.
    func lease() async throws -> Lease?
    /// Takes the lease if it has lapsed, if it ends later than twice the time from now, or if no node has ever held it.
    /// - Parameter heard: the highest term that the node has heard of. A new term is above it, and above the row's.
    /// - Returns: the row afterwards. Its holder has the lease.
    func takeLease(for holder: LeaseHolder, lasting time: Duration, above heard: UInt32) async throws -> Lease
    /// Prolongs the lease, unless another node has taken it. A lease that has lapsed can be prolonged until then.
    /// - Returns: the row afterwards; nil if there is none.
    func renewLease(of holder: LeaseHolder, term: UInt32, lasting time: Duration) async throws -> Lease?
    /// Lets the lease lapse at once, so that another node can take it. Does nothing if the node does not hold it.
    func releaseLease(of node: NodeID, term: UInt32) async throws
}

/// The credentials with which nodes follow one another. The database keeps only their hashes.
protocol NodeCredentialStore: Sendable {
    /// From now on, this credential lets the node in, too. A node has at most two: a third one replaces the oldest.
    func addCredential(_ hash: TokenHash, of node: NodeID) async throws
    /// - Returns: the node whose credential this is; nil for a stranger's.
    func node(with hash: TokenHash) async throws -> NodeID?
    /// Ends the credentials of a node that stops.
    func removeCredentials(of node: NodeID) async throws
}
