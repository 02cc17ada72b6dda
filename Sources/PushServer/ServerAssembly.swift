internal import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
internal import Shared

/// Makes the parts of a server, each from parts that were made before it.
struct ServerAssembly {
    let configuration: ServerConfiguration
    let entrance: Entrance
    let resources: ServerResources
    let logger: Logger
    private let clock: any Clock<Duration>
    private let time: FleetClock
    private let now: @Sendable () -> MarketTime
    private let phase = ServerPhase()
    private let gate: AdmissionGate
    private let shortage: DescriptorShortage

    init(
        _ configuration: ServerConfiguration,
        _ entrance: Entrance,
        _ resources: ServerResources,
        logger: Logger,
        clock: any Clock<Duration>,
        time: FleetClock
    ) {
        self.configuration = configuration.fitting(ProcessLimit.openFilesMax, resources.eventLoops, logger: logger)
        (self.entrance, self.resources) = (entrance, resources)
        (self.logger, self.clock, self.time) = (logger, clock, time)
        now = { time.now }
        gate = AdmissionGate(self.configuration.limits)
        shortage = DescriptorShortage(logger: logger)
    }

    /// The file with the market of the process before.
    var marketPath: String { DataDirectory.market(in: configuration.dataDirectory) }

    // MARK: The market

    /// - Parameter fleet: how the server takes part in a fleet; nil: it stands alone.
    func market(_ fleet: FleetMembership?) async throws -> (role: MarketRole, outlet: MarketOutlet) {
        let plan = MarketHubRules.Plan(
            configuration.market.providers,
            tickerInterval: configuration.market.tickerInterval,
            listingInterval: configuration.market.listingInterval
        )
        let (epoch, rules) = beginning(of: plan)
        let shards = try await resources.makeShards(
            lineage: fleet == nil ? .alone(epoch) : .none,
            market: fleet == nil ? rules.table : MarketTable(),
            limits: configuration.limits
        )
        let outlet = MarketOutlet(shards: shards, counters: MarketCounters())
        let lead = Leadership.maker(
            configuration,
            resources,
            outlet: outlet,
            isNode: fleet != nil,
            clock: clock,
            now: now,
            logger: logger
        )
        guard let fleet else {
            let leadership = await lead(epoch, rules, nil)
            outlet.open(leadership.parts.ports)
            return (.alone(leadership), outlet)
        }
        let dependencies = FleetDependencies(
            lease: fleet.lease,
            credentials: fleet.credentials,
            lead: lead,
            plan: plan,
            kind: configuration.market.kind,
            users: resources.users,
            outlet: outlet,
            clock: clock,
            time: time,
            logger: logger
        )
        let node = FleetNode(fleet, dependencies, requests: Mailbox(), alerts: Mailbox(), group: resources.group)
        return (.fleet(node), outlet)
    }

    /// Continues the market of the process before, or begins a new one.
    private func beginning(of plan: MarketHubRules.Plan) -> (MarketEpoch, MarketHubRules) {
        guard let continued = MarketContinuation.take(from: marketPath, now: now()), plan.continues(continued.table)
        else { return (.random(), MarketHubRules(plan, now: now())) }
        return (continued.epoch, MarketHubRules(continuing: continued.table, plan, now: now()))
    }

    // MARK: The users

    func users(_ market: MarketRole) -> UserHub {
        UserHub(
            store: resources.store,
            mailbox: resources.users,
            alerts: market.alerts,
            clock: clock,
            grace: configuration.absenceGrace,
            connectionsMax: configuration.limits.connectionsPerUser,
            changesPerSecond: configuration.limits.mutationsPerSecond,
            counters: resources.userCounters,
            hints: market.hints,
            ownFolder: configuration.local == nil ? nil : configuration.dataDirectory,
            logger: logger
        )
    }

    private func deliveries(_ market: MarketRole) -> DeliveryHub {
        DeliveryHub(
            store: resources.store,
            users: resources.users,
            poster: AlertPoster(hosts: configuration.alertHosts, transfers: resources.posts, now: now) {
                await market.table.symbol(of: $0)
            },
            clock: clock,
            now: now,
            counters: resources.alertCounters,
            logger: logger
        )
    }

    // MARK: The ports

    func listener(_ shards: [ShardPort], _ users: UserHub, nodes: NodeGate?) async throws -> Listener {
        try await Listener(
            configuration,
            group: resources.group,
            shards: shards,
            gate: gate,
            entrance: entrance,
            phase: phase,
            shortage: shortage,
            places: DescriptorPlaces { [eventLoops = resources.eventLoops] in
                DescriptorBudget(filesMax: ProcessLimit.openFilesMax, eventLoops: eventLoops)
            },
            dependencies: ConnectionDependencies(
                terms: ServerTerms(
                    limits: configuration.limits,
                    offers: ServerOffers(configuration.market)
                ),
                accounts: resources.accounts,
                users: users.mailbox,
                connectedDevices: { await users.connectedDevices(of: $0) },
                nodes: nodes,
                now: now,
                closes: CloseReporter(logger: logger),
                logger: logger
            )
        )
    }

    /// - Parameter listen: where terminals connect.
    /// - Returns: nil for a server without an admin port.
    func admin(
        _ market: MarketRole,
        _ outlet: MarketOutlet,
        listen: ServerConfiguration.Endpoint
    ) async throws -> AdminServer? {
        let metrics = Metrics(
            shards: outlet.shards,
            market: market,
            router: resources.router,
            ticks: outlet.counters,
            users: resources.userCounters,
            alerts: resources.alertCounters,
            certificate: entrance.certificate,
            gate: gate,
            shortage: shortage,
            phase: phase,
            listen: listen,
            kind: configuration.market.kind,
            unasked: configuration.market.unaskedSources,
            now: now
        )
        return try await AdminServer.start(
            configuration,
            group: resources.group,
            certificate: entrance.certificate,
            shortage: shortage,
            metrics: metrics
        )
    }

    // MARK: The services

    /// Services stop in reverse order: first no terminal can connect, and last the users' changes are on disk.
    func services(
        _ market: MarketRole,
        _ users: UserHub,
        _ listener: Listener,
        _ admin: AdminServer?
    ) -> [any Service] {
        var services: [any Service] = [HubService(hub: users), HubService(hub: deliveries(market))]
        if let memory = ProcessMemory.own() {
            services.append(HeapTrimmer(memory: memory, clock: clock, logger: logger))
        }
        if case .alone(let leadership) = market {
            services += leadership.services
            if let shared = resources.store as? any LeaseStore {
                services.append(FleetWatch(store: shared, clock: clock, logger: logger))
            }
        }
        if let admin { services.append(admin) }
        if let certificate = entrance.certificate, !configuration.certificateFiles.isEmpty {
            services.append(CertificateWatch(certificate: certificate, clock: clock))
        }
        services.append(listener)
        // A node hands over the lead before its clients are sent elsewhere.
        if case .fleet(let node) = market {
            guard let certificate = entrance.certificate else { preconditionFailure("a node has a certificate") }
            services.append(
                FleetService(node: node) { [membership = node.membership, endpoint = listener.endpoint] in
                    membership.holder(listeningAt: endpoint, showing: certificate.identity.pin)
                }
            )
        }
        return services
    }
}
