internal import Shared

/// Decides when a node looks at the lease, tries for it and renews it, and whether it leads. Times are those of the
/// node's own uptime. Only the database's clock decides whether a lease has lapsed.
struct LeaseRules: Sendable {
    /// A request to the database. At most one is under way.
    enum Request: Equatable, Sendable {
        case look
        /// - Parameter heard: the new term must be above it.
        case take(above: UInt32)
        case renew(term: UInt32)
        /// The node ends, and has got the lease by a request that was under way.
        case release(term: UInt32)
    }

    /// How long a lease lasts.
    static let duration = Duration.seconds(3)
    /// The time between two requests of the leader, and of the others.
    static let renewInterval = Duration.seconds(1)
    static let lookInterval = Duration.milliseconds(500)

    private let own: NodeID
    /// The highest term that the node has heard of, from the database or another node.
    private(set) var heard: UInt32 = 0
    /// The term in which the node leads; nil if it does not.
    private(set) var leading: UInt32?
    /// The lease as last read from the database.
    private(set) var lease: Lease?
    /// The time since when every request has been answered; nil while the database cannot be reached.
    private var reachableSince: Duration?
    /// When the node sent the last request that was answered. A node that starts has just opened the database.
    private var lastAnswered = Duration.zero
    private var lastSent: Duration?
    /// The request that is not answered yet.
    private var underWay: Request?
    private var isDraining = false
    private var standsAside = false

    init(own: NodeID) { self.own = own }

    // MARK: Requests

    /// - Returns: the request that is due; its answer or failure must follow.
    mutating func request(at now: Duration) -> Request? {
        guard underWay == nil else { return nil }
        if isDraining, isOwn(lease), let lease {
            // If the release fails, the next look shows the lease again.
            released(lease.term)
            return send(.release(term: lease.term), at: now)
        }
        if leading == nil, mayTry(at: now) { return send(.take(above: max(heard, lease?.term ?? 0)), at: now) }
        if let lastSent, now < lastSent + interval { return nil }
        return send(leading.map { .renew(term: $0) } ?? .look, at: now)
    }

    /// While nobody leads, a node that may not try for the lease looks at it without a pause.
    private var interval: Duration {
        if leading != nil { return Self.renewInterval }
        return reachableSince != nil && !standsAside && lease?.hasLapsed == true ? .zero : Self.lookInterval
    }

    private mutating func send(_ request: Request, at now: Duration) -> Request {
        (underWay, lastSent) = (request, now)
        return request
    }

    private func mayTry(at now: Duration) -> Bool { maySucceed(at: now) && lease?.hasLapsed ?? true }

    /// Whether the node tries for the lease once it has lapsed. After a restart of the database, the leader must have the time
    /// to renew it before others do.
    func maySucceed(at now: Duration) -> Bool {
        !isDraining && !standsAside && reachableSince.map { now >= $0 + Self.duration } ?? false
    }

    // MARK: Answers

    /// - Parameters:
    ///   - lease: the row after the request; nil if there is none. Its holder leads, whatever the request was: an earlier
    ///     request may have taken effect although its answer was lost.
    ///   - sent: when the request was sent.
    mutating func answered(_ lease: Lease?, sent: Duration) {
        (underWay, lastAnswered) = (nil, sent)
        if reachableSince == nil { reachableSince = sent }
        self.lease = lease
        if let lease { heard(lease.term) }
        let leads = isOwn(lease) && lease?.term == heard && !isDraining
        leading = leads ? heard : nil
    }

    private func isOwn(_ lease: Lease?) -> Bool { lease?.holder.node == own && lease?.hasLapsed == false }

    /// A leader that cannot reach the database goes on. Two leaders for a while cost nothing but requests.
    mutating func failed() { (underWay, reachableSince) = (nil, nil) }

    func silence(at now: Duration) -> DatabaseSilence { DatabaseSilence(time: now - lastAnswered) }

    /// Another node or the database has reported a term. A leader of a lower one has been replaced.
    mutating func heard(_ term: UInt32) {
        heard = max(heard, term)
        if let leading, leading < heard { self.leading = nil }
    }

    /// The leader of a term has released its lease.
    mutating func released(_ term: UInt32) {
        if lease?.term == term { lease?.left = .zero }
    }

    /// The node has a mock market, and the leader reads a real one. Its invented prices must never replace those, so it does
    /// not try for the lease as long as it runs.
    mutating func standAside() { standsAside = true }

    /// The node ends, and never leads again.
    /// - Returns: the term of the lease that it must release, if it leads.
    mutating func drain() -> UInt32? {
        defer { leading = nil }
        isDraining = true
        if let leading { released(leading) }
        return leading
    }

    /// Whether the node ends and may have a lease that it has not released.
    var isHandingOver: Bool {
        switch underWay {
        case .take, .renew, .release: isDraining
        case .look, nil: isDraining && isOwn(lease)
        }
    }
}
