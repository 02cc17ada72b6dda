import Shared

@testable import PushServer

/// The lease and the nodes' credentials as a database keeps them, for nodes in one process. Its clock decides.
actor MemoryFleetStore: LeaseStore, NodeCredentialStore {
    private let clock = ContinuousClock()
    private var row: (holder: LeaseHolder, term: UInt32, end: ContinuousClock.Instant)?
    private var credentials: [NodeID: [TokenHash]] = [:]
    /// Whether the holder, which is no node of the test, renews its lease all the time.
    private var isHeld = false
    private var keepsCredentials = true
    private var hidesReleases = false
    /// Whether nobody reaches the lease.
    private var isAway = false

    private var told: Lease? {
        let left = isHeld ? LeaseRules.duration : row.map { clock.now.duration(to: $0.end) }
        return row.map { Lease(holder: $0.holder, term: $0.term, left: left ?? .zero, time: .now) }
    }

    func time() -> MarketTime { .now }

    func lease() throws -> Lease? {
        try answer()
        guard var lease = told else { return nil }
        if hidesReleases, lease.hasLapsed { lease.left = LeaseRules.duration }
        return lease
    }

    /// Until `comeBack`, requests about the lease fail, as while the database cannot be reached.
    func goAway() { isAway = true }

    func comeBack() { isAway = false }

    private func answer() throws { if isAway { throw SystemError("nothing listens there") } }

    /// From now on, no look at the lease shows that it is free. Nodes can still take it.
    func hideReleases() { hidesReleases = true }

    /// Another node holds the lease until `letGo`.
    func hold(_ holder: LeaseHolder, term: UInt32) { (row, isHeld) = ((holder, term, clock.now), true) }

    func letGo() { isHeld = false }

    /// As when nodes use different databases.
    func forgetCredentials() { (credentials, keepsCredentials) = ([:], false) }

    func takeLease(for holder: LeaseHolder, lasting time: Duration, above heard: UInt32) throws -> Lease {
        try answer()
        if told?.hasLapsed ?? true {
            row = (holder, max(heard, row?.term ?? 0) + 1, clock.now + time)
        }
        guard let told else { throw CancellationError() }
        return told
    }

    func renewLease(of holder: LeaseHolder, term: UInt32, lasting time: Duration) throws -> Lease? {
        try answer()
        if let row, row.holder.node == holder.node, row.term == term { self.row = (holder, term, clock.now + time) }
        return told
    }

    func releaseLease(of node: NodeID, term: UInt32) {
        if let row, row.holder.node == node, row.term == term { self.row?.end = clock.now }
    }

    func addCredential(_ hash: TokenHash, of node: NodeID) {
        guard keepsCredentials else { return }
        credentials[node] = Array(((credentials[node] ?? []) + [hash]).suffix(2))
    }

    func node(with hash: TokenHash) -> NodeID? { credentials.first { $0.value.contains(hash) }?.key }

    func removeCredentials(of node: NodeID) { credentials[node] = nil }
}
