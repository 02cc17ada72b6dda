internal import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import Shared

/// A node of a fleet: it takes part in the election of the leader, and leads or follows.
///
/// `LeaseRules` and `FollowerRules` decide. This actor asks the database, and passes the answers and the frames of
/// other nodes to them.
actor FleetNode {
    enum Role: Equatable {
        case none
        case leading(UInt32)
        case following
    }

    /// How often the rules are asked what is due.
    static let step = Duration.milliseconds(100)
    /// How long a node that is drained waits for the next leader.
    private static let successionTime = Duration.seconds(10)

    let dependencies: FleetDependencies
    let group: any EventLoopGroup
    let uptime: @Sendable () -> Duration
    private let requests: Mailbox<NodeGate.Request>
    /// Users' changes of their alerts at this node. Only a leader needs them.
    nonisolated let alerts: Mailbox<AlertHub.Event>
    nonisolated let id: NodeID

    let membership: FleetMembership
    private(set) var lease: LeaseRules
    /// What was logged last about the lease, so that the same words do not come twice a second.
    private var toldFault: String?
    private var toldSharing: String?
    /// Why the node that the lease names cannot be followed; nil if it is, or was not tried.
    var followingFault: String?
    private var toldGap = false
    var follower: FollowerRules
    var secret = NodeSecret()
    /// The failures to store the secret that the log has told.
    var toldFaults = ToldFailures()
    var admission = NodeAdmission()
    var routes = HintRoutes()
    private(set) var role = Role.none
    var market = NodeMarket.held(FollowedMarket())
    var parentChannel: ParentChannel?
    /// Sends a frame to the followed node; nil without a connection.
    var parentSend: FollowHub.Send?
    var departure: FollowerRules.Departure?
    private var beatSent = Duration.zero
    private var isStopping = false
    let roles: AsyncStream<Role>
    private let roleChanges: AsyncStream<Role>.Continuation

    /// - Parameters:
    ///   - alerts: gets users' changes of their alerts.
    ///   - requests: gets the requests of following nodes.
    init(
        _ membership: FleetMembership,
        _ dependencies: FleetDependencies,
        requests: Mailbox<NodeGate.Request>,
        alerts: Mailbox<AlertHub.Event>,
        group: any EventLoopGroup
    ) {
        (self.dependencies, self.requests, self.alerts, self.group) = (dependencies, requests, alerts, group)
        (id, self.membership) = (membership.id, membership)
        (lease, follower) = (LeaseRules(own: id), FollowerRules(own: id))
        uptime = dependencies.clock.uptime
        (roles, roleChanges) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var logger: Logger { dependencies.logger }

    /// Admits the nodes that follow this one, even before this one runs.
    nonisolated var gate: NodeGate {
        NodeGate(check: { await self.check($0, $1) }, requests: requests)
    }

    /// Call it before the first client is welcomed, because Welcome tells the time.
    func compareClocks() async {
        let sent = dependencies.time.own()
        // If the database does not answer, the next look at the lease compares them.
        if let time = try? await dependencies.lease.time() { compared(time, sent: sent) }
    }

    // MARK: Running

    /// - Parameter holder: what this node writes into the lease row. The key may change when a certificate is
    ///   renewed; the address does not.
    func run(as holder: @escaping @Sendable () -> LeaseHolder) async {
        let address = holder().address
        follower.ownAddress = address
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { await self.passAlertsOn() }
            tasks.addTask { [requests] in
                for await _ in requests.arrivals { await self.received(requests.takeAll()) }
            }
            tasks.addTask { await self.keepSteps() }
            tasks.addTask { await self.keepSecret() }
            tasks.addTask { await self.keepLease(holder) }
            await playRoles(at: address)
            tasks.cancelAll()
        }
        try? await dependencies.credentials.removeCredentials(of: id)
    }

    /// Hands the lead over and never takes it again. The node follows the next leader, so that its clients have prices until they
    /// are elsewhere. Returns once it does, or when nobody has taken the lead for some seconds.
    func drain() async {
        guard await handOver() else { return }
        noteRole()
        let end = uptime() + Self.successionTime
        while parentSend == nil {
            guard uptime() < end, (try? await dependencies.clock.sleep(for: Self.step)) != nil else {
                return logger.warning("no other node has taken the lead; the terminals find nobody with new prices")
            }
        }
    }

    /// Hands the lease over, so that another node leads at once, and ends.
    func stop() async {
        if isStopping { return }
        isStopping = true
        await handOver()
        // A request may have been under way. After this time, the lease has lapsed by itself.
        let end = uptime() + LeaseRules.duration
        while lease.isHandingOver, uptime() < end, (try? await dependencies.clock.sleep(for: Self.step)) != nil {}
        parentChannel?.close()
        roleChanges.finish()
    }

    /// - Returns: whether the node led.
    @discardableResult
    private func handOver() async -> Bool {
        guard let term = lease.drain() else { return false }
        logger.notice("hands over the lead", metadata: ["term": "\(term)"])
        try? await dependencies.lease.releaseLease(of: id, term: term)
        routes.children.tell(Beat(term: term, path: [id], isLast: true))
        return true
    }

    private func keepSteps() async {
        while !Task.isCancelled {
            try? await dependencies.clock.sleep(for: Self.step)
            step()
        }
    }

    private func step() {
        let now = uptime()
        if let departure = follower.timePassed(to: now) { leave(departure) }
        if let term = lease.leading, now >= beatSent + .seconds(1) {
            beatSent = now
            routes.children.tell(Beat(term: term, path: [id]))
        }
    }

    // MARK: The lease

    private func keepLease(_ holder: @Sendable () -> LeaseHolder) async {
        while !Task.isCancelled {
            if let request = lease.request(at: uptime()) { await perform(request, for: holder()) }
            noteRole()
            try? await dependencies.clock.sleep(for: Self.step)
        }
    }

    private func perform(_ request: LeaseRules.Request, for own: LeaseHolder) async {
        let (sent, sentTime) = (uptime(), dependencies.time.own())
        do {
            let answer =
                switch request {
                case .look: try await dependencies.lease.lease()
                case .take(let heard):
                    try await dependencies.lease.takeLease(for: own, lasting: LeaseRules.duration, above: heard)
                case .renew(let term):
                    try await dependencies.lease.renewLease(of: own, term: term, lasting: LeaseRules.duration)
                case .release(let term): try await release(term)
                }
            lease.answered(answer, sent: sent)
            follower.found(answer)
            follower.heard(lease.heard)
            toldFault = nil
            tellSharing()
            if let time = answer?.time { compared(time, sent: sentTime) }
        } catch {
            if toldFault != "\(error)" {
                toldFault = "\(error)"
                logger.warning("the lease cannot be had", metadata: ["error": "\(error)"])
            }
            lease.failed()
        }
    }

    /// - Returns: the lease afterwards.
    private func release(_ term: UInt32) async throws -> Lease? {
        try await dependencies.lease.releaseLease(of: id, term: term)
        return try await dependencies.lease.lease()
    }

    func tellSharing() {
        let words = (follower.sharing ?? routes.children.sharedAddress)?.words
        guard words != toldSharing else { return }
        toldSharing = words
        if let toldSharing { logger.error("\(toldSharing)") }
    }

    private func compared(_ database: MarketTime, sent: MarketTime) {
        let time = dependencies.time
        time.compared(database, sent: sent, answered: time.own())
        let words = time.gap.words
        guard toldGap != (words != nil) else { return }
        toldGap.toggle()
        logger.warning("\(words ?? "this machine's clock agrees with the database's again")")
    }

    func heard(_ beat: Beat) {
        heard(beat.term)
        if beat.isLast { lease.released(beat.term) }
    }

    /// A term was heard from another node.
    func heard(_ term: UInt32) {
        lease.heard(term)
        follower.heard(term)
        noteRole()
    }

    /// The leader reads a real market, and this node would make its prices up.
    func standAside() { lease.standAside() }

    private func noteRole() {
        if isStopping { return }
        let wanted = lease.leading.map(Role.leading) ?? .following
        guard wanted != role else { return }
        role = wanted
        roleChanges.yield(wanted)
    }

    /// The table that the node's clients get.
    var table: MarketTable {
        get async {
            switch market {
            case .held(let market): market.table
            case .leading(let leadership, _): await leadership.parts.hub.state
            case .following(let hub): await hub.market.table
            }
        }
    }

    /// Why new clients are better off at another node; nil if they get a good market here.
    var problem: String? {
        get async {
            let problems = [await marketProblem, lease.silence(at: uptime()).words].compactMap(\.self)
            return problems.isEmpty ? nil : problems.joined(separator: "; ")
        }
    }

    private var marketProblem: String? {
        get async {
            if leadership == nil, let sharing = follower.sharing { return sharing.words }
            let fault = leadership == nil ? followingFault.map { "; \($0)" } ?? "" : ""
            if await table.count == 0 { return "no market has come yet" + fault }
            if leadership != nil || follower.isReady(at: uptime()) { return nil }
            guard let lag = follower.lag(at: uptime()) else { return "this node has not heard the leader yet" + fault }
            return "the leader was heard \(lag.components.seconds) s ago" + fault
        }
    }

    /// The leader hears of users' changes only by notes in the database, whichever node made them. With two ways, an earlier
    /// state could arrive after a later one.
    private func passAlertsOn() async {
        for await _ in alerts.arrivals {
            for case .restored in alerts.takeAll() { leadership?.alerts.mailbox.post(.restored) }
        }
    }
}

extension Clock where Duration == Swift.Duration {
    /// The time since this call. No wall clock affects it.
    var uptime: @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}

/// Runs a node until the server stops.
struct FleetService: Service {
    let node: FleetNode
    /// What the node writes into the lease row.
    let holder: @Sendable () -> LeaseHolder

    func run() async throws {
        await withGracefulShutdownHandler {
            await node.run(as: holder)
        } onGracefulShutdown: {
            // Unstructured, because the handler is synchronous. Nothing cancels the task. It ends when the node has
            // stopped.
            Task { await node.stop() }
        }
    }
}
