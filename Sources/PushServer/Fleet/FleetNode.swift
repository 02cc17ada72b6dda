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

    let dependencies: FleetDependencies
    let group: any EventLoopGroup
    let uptime: @Sendable () -> Duration
    private let requests: Mailbox<NodeGate.Request>
    /// Users' changes of their alerts at this node. Only a leader needs them.
    nonisolated let alerts: Mailbox<AlertHub.Event>
    nonisolated let id: NodeID

    /// Where other nodes reach this one.
    private let address: String?
    /// Nil until the server listens.
    private var leaseRules: LeaseRules?
    var follower: FollowerRules
    var secret = NodeSecret()
    var admission = NodeAdmission()
    var children = FollowingNodes()
    var interest = HintInterest()
    var (hintsSent, hintsHeard) = (0, 0)
    private(set) var role = Role.none
    /// The market between two roles, while no hub owns it.
    private var market = FollowedMarket()
    private(set) var leadership: (parts: Leadership, lineage: MarketLineage)?
    private var hub: FollowHub?
    var parentChannel: ParentChannel?
    /// Sends a frame to the followed node; nil without a connection.
    var parentSend: FollowHub.Send?
    var departure: FollowerRules.Departure?
    private var beatSent = Duration.zero
    private var isStopping = false
    private let roles: AsyncStream<Role>
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
        (id, address) = (membership.id, membership.address)
        follower = FollowerRules(own: id, preferred: membership.preferred)
        uptime = dependencies.clock.uptime
        (roles, roleChanges) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    private var logger: Logger { dependencies.logger }

    var lease: LeaseRules {
        get {
            guard let leaseRules else { preconditionFailure("a node has an address before it runs") }
            return leaseRules
        }
        set { leaseRules = newValue }
    }

    /// Admits the nodes that follow this one.
    nonisolated var gate: NodeGate {
        NodeGate(check: { await self.check($0, $1) }, requests: requests)
    }

    /// Call it before `run`.
    func listens(at endpoint: ServerConfiguration.Endpoint, showing pin: PublicKeyPin) {
        let holder = LeaseHolder(node: id, address: address ?? "\(endpoint)", pin: pin)
        leaseRules = LeaseRules(own: holder)
    }

    // MARK: Running

    func run() async {
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { await self.passAlertsOn() }
            tasks.addTask { [requests] in
                for await _ in requests.arrivals { await self.received(requests.takeAll()) }
            }
            tasks.addTask { await self.keepSteps() }
            tasks.addTask { await self.keepSecret() }
            tasks.addTask { await self.keepLease() }
            await playRoles()
            tasks.cancelAll()
        }
        try? await dependencies.credentials.removeCredentials(of: id)
    }

    /// Hands the lease over, so that another node leads at once, and ends.
    func stop() async {
        if isStopping { return }
        isStopping = true
        if let term = leaseRules?.drain() {
            logger.notice("hands over the lead", metadata: ["term": "\(term)"])
            try? await dependencies.lease.releaseLease(of: id, term: term)
        }
        parentChannel?.close()
        roleChanges.finish()
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
        if let term = leaseRules?.leading, now >= beatSent + .seconds(1) {
            beatSent = now
            children.tell(Beat(term: term, path: [id]))
        }
    }

    // MARK: The lease

    private func keepLease() async {
        while !Task.isCancelled {
            if let request = lease.request(at: uptime()) { await perform(request) }
            noteRole()
            try? await dependencies.clock.sleep(for: Self.step)
        }
    }

    private func perform(_ request: LeaseRules.Request) async {
        let (sent, own) = (uptime(), lease.own)
        do {
            let answer =
                switch request {
                case .look: try await dependencies.lease.lease()
                case .take(let heard):
                    try await dependencies.lease.takeLease(for: own, lasting: LeaseRules.duration, above: heard)
                case .renew(let term):
                    try await dependencies.lease.renewLease(of: own, term: term, lasting: LeaseRules.duration)
                }
            lease.answered(answer, sent: sent)
            follower.found(answer)
            follower.heard(lease.heard)
        } catch {
            logger.warning("the lease cannot be reached", metadata: ["error": "\(error)"])
            lease.failed()
        }
    }

    /// A term was heard from another node.
    func heard(_ term: UInt32) {
        leaseRules?.heard(term)
        follower.heard(term)
        noteRole()
    }

    private func noteRole() {
        if isStopping { return }
        let wanted = leaseRules?.leading.map(Role.leading) ?? .following
        guard wanted != role else { return }
        role = wanted
        roleChanges.yield(wanted)
    }

    // MARK: Roles

    private func playRoles() async {
        var part: (work: Task<Void, Never>, end: @Sendable () async -> Void)?
        for await role in roles {
            await part?.end()
            await part?.work.value
            switch role {
            case .leading(let term): part = lead(in: term)
            case .following: part = follow()
            case .none: part = nil
            }
        }
        await part?.end()
        await part?.work.value
    }

    private func lead(in term: UInt32) -> (work: Task<Void, Never>, end: @Sendable () async -> Void) {
        var generator = SystemRandomNumberGenerator()
        let epoch = MarketEpoch(term: term, using: &generator)
        let succession = Succession(of: market, in: epoch, dependencies.plan, now: dependencies.now())
        logger.notice("leads", metadata: ["term": "\(term)", "sequence": "\(succession.rules.table.sequence)"])
        if let first = succession.first {
            dependencies.outlet.enter(succession.lineage, MarketTick(first))
        } else {
            dependencies.outlet.replace(by: succession.rules.table, in: succession.lineage)
        }
        let leading = dependencies.lead(epoch, succession.rules)
        leadership = (leading, succession.lineage)
        dependencies.outlet.open(leading.parts.ports)
        let services = leading.group(logger: logger)
        // Unstructured, because it lasts from one change of role to the next. `playRoles` waits for its end.
        let work = Task { [logger] in
            do {
                try await services.run()
            } catch {
                logger.error("the market cannot be read", metadata: ["error": "\(error)"])
            }
            await self.leadEnded(leading.parts.hub, succession.lineage)
        }
        return (work, { await services.triggerGracefulShutdown() })
    }

    private func leadEnded(_ hub: MarketHub, _ lineage: MarketLineage) async {
        market = FollowedMarket(await hub.state, lineage)
        leadership = nil
    }

    private func follow() -> (work: Task<Void, Never>, end: @Sendable () async -> Void) {
        let hub = FollowHub(
            market,
            outlet: dependencies.outlet,
            clock: dependencies.clock,
            now: dependencies.now
        )
        self.hub = hub
        dependencies.outlet.open(hub.ports)
        // Unstructured, as in `lead`.
        let work = Task {
            await withDiscardingTaskGroup { tasks in
                tasks.addTask { await hub.run() }
                await self.keepFollowing(hub)
                tasks.cancelAll()
            }
            await self.followEnded(hub)
        }
        return (
            work,
            {
                work.cancel()
                await self.closeParent()
            }
        )
    }

    private func closeParent() { parentChannel?.close() }

    private func followEnded(_ hub: FollowHub) async {
        market = await hub.market
        self.hub = nil
    }

    /// The table that the node's clients get.
    var table: MarketTable {
        get async {
            if let leadership { return await leadership.parts.parts.hub.state }
            return await hub?.market.table ?? market.table
        }
    }

    /// Why clients are better off at another node; nil if the market here is good.
    var problem: String? {
        get async {
            if await table.count == 0 { return "no market has come yet" }
            if leadership != nil || follower.isReady(at: uptime()) { return nil }
            let lag = follower.lag(at: uptime()).map { "\($0.components.seconds) s ago" } ?? "never"
            return "the leader was heard \(lag)"
        }
    }

    private func passAlertsOn() async {
        for await _ in alerts.arrivals {
            for event in alerts.takeAll() { leadership?.parts.alerts.mailbox.post(event) }
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

    func run() async throws {
        await withGracefulShutdownHandler {
            await node.run()
        } onGracefulShutdown: {
            // Unstructured, because the handler is synchronous. The task ends when the node has stopped.
            Task { await node.stop() }
        }
    }
}
