package import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
package import Shared

/// The push server with all of its parts, bound and ready to run.
package struct Server: Service {
    /// The bound address: `127.0.0.1:7443`.
    package let listenAddress: ServerConfiguration.Endpoint
    package let adminAddress: ServerConfiguration.Endpoint?
    /// The pin of the certificate's key, for terminals that trust a key instead of an authority.
    /// - Precondition: the server has a certificate, as each one that listens on a port does.
    package var pin: PublicKeyPin {
        guard let certificate = entrance.certificate else { preconditionFailure("a private server has no key to pin") }
        return certificate.identity.pin
    }
    let limits: SessionLimits
    private let entrance: Entrance
    let role: MarketRole
    let shards: [ShardPort]
    let listener: Listener
    let resources: ServerResources
    private let marketPath: String
    private let services: [any Service]
    private let logger: Logger

    /// Opens the store, creates or loads the certificate if one is needed, and binds the ports.
    /// - Throws: `UserStoreError`, `TLSError`, `ServerError`.
    package init(
        _ configuration: ServerConfiguration,
        logger: Logger,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> MarketTime = { .now }
    ) async throws {
        try await self.init(configuration, fleet: nil, logger: logger, clock: clock, now: now)
    }

    /// - Parameter fleet: how the server takes part in a fleet; nil: it stands alone.
    init(
        _ configuration: ServerConfiguration,
        fleet: FleetMembership?,
        logger: Logger,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime
    ) async throws {
        var configuration = configuration
        configuration.limits.records.deliveryOrigins = Set(configuration.alertHosts.map(\.origin)).sorted()
        if configuration.local != nil { try LocalTerms.checkClock(now()) }
        configuration.dataDirectory = try DataDirectory.prepare(configuration.dataDirectory)
        let lock = try DataDirectory.lockForServer(configuration.dataDirectory)
        let resources = try await ServerResources(configuration, lock, logger: logger, now: now)
        do {
            let entrance = try Entrance(configuration, on: resources.group.next(), logger: logger, now: now)
            let member = try await FleetMembership.of(configuration, resources.store, entrance)
            try await self.init(
                configuration,
                entrance,
                resources,
                fleet ?? member,
                logger: logger,
                clock: clock,
                now: now
            )
        } catch {
            await resources.close(logger: logger)
            throw error
        }
    }

    private init(
        _ configuration: ServerConfiguration,
        _ entrance: Entrance,
        _ resources: ServerResources,
        _ fleet: FleetMembership?,
        logger: Logger,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime
    ) async throws {
        (self.resources, self.logger, self.entrance) = (resources, logger, entrance)
        let configuration = configuration.fitting(ProcessLimit.openFilesMax, resources.eventLoops, logger: logger)
        (limits, marketPath) = (configuration.limits, DataDirectory.market(in: configuration.dataDirectory))
        let plan = MarketHubRules.Plan(
            configuration.market.providers,
            tickerInterval: configuration.market.tickerInterval,
            listingInterval: configuration.market.listingInterval
        )
        // If a source is no longer requested, begin a new epoch. Otherwise readers would wait for it until
        // the old epoch ends.
        let continued = MarketContinuation.take(from: marketPath, now: now()).flatMap { market in
            market.table.sources.allSatisfy { plan.sources.contains($0.name) } ? market : nil
        }
        let epoch = continued?.epoch ?? .random()
        let rules =
            continued.map { MarketHubRules(continuing: $0.table, plan, now: now()) } ?? MarketHubRules(plan, now: now())
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
        let market: MarketRole
        if let fleet {
            let dependencies = FleetDependencies(
                lease: fleet.lease,
                credentials: fleet.credentials,
                lead: lead,
                plan: plan,
                users: resources.users,
                outlet: outlet,
                clock: clock,
                now: now,
                logger: logger
            )
            market = .fleet(
                FleetNode(fleet, dependencies, requests: Mailbox(), alerts: Mailbox(), group: resources.group)
            )
        } else {
            let leadership = lead(epoch, rules)
            outlet.open(leadership.parts.ports)
            market = .alone(leadership)
        }
        let deliveries = DeliveryHub(
            store: resources.store,
            users: resources.users,
            poster: AlertPoster(hosts: configuration.alertHosts, transfers: resources.posts, now: now) {
                await market.table.symbol(of: $0)
            },
            clock: clock,
            counters: resources.alertCounters,
            logger: logger
        )
        let users = UserHub(
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
        (self.role, self.shards) = (market, shards)

        let phase = ServerPhase()
        let connections = AdmissionGate(configuration.limits)
        let shortage = DescriptorShortage(logger: logger)
        let listener = try await Listener(
            configuration,
            group: resources.group,
            shards: shards,
            gate: connections,
            entrance: entrance,
            phase: phase,
            shortage: shortage,
            dependencies: ConnectionDependencies(
                terms: ServerTerms(
                    limits: configuration.limits,
                    offers: ServerOffers(configuration.market.providers)
                ),
                accounts: resources.accounts,
                users: users.mailbox,
                connectedDevices: { [users] in await users.connectedDevices(of: $0) },
                nodes: market.gate,
                now: now,
                closes: CloseReporter(logger: logger),
                logger: logger
            )
        )
        (self.listener, listenAddress) = (listener, listener.endpoint)
        if case .fleet(let node) = market, let certificate = entrance.certificate {
            await node.listens(at: listener.endpoint) { certificate.identity.pin }
        }
        let metrics = Metrics(
            shards: shards,
            market: market,
            router: resources.router,
            ticks: outlet.counters,
            users: resources.userCounters,
            alerts: resources.alertCounters,
            certificate: entrance.certificate,
            gate: connections,
            shortage: shortage,
            phase: phase,
            listen: listener.endpoint,
            now: now
        )
        let admin = try await AdminServer.start(
            configuration,
            group: resources.group,
            certificate: entrance.certificate,
            shortage: shortage,
            metrics: metrics
        )
        adminAddress = admin?.endpoint

        // Services stop in reverse order: first no terminal can connect, and last the users' changes are on disk.
        var services: [any Service] = [
            UserService(hub: users), DeliveryService(hub: deliveries),
        ]
        if let memory = ProcessMemory.own() {
            services.append(HeapTrimmer(memory: memory, clock: clock, logger: logger))
        }
        if case .alone(let leadership) = market { services += leadership.services }
        if let admin { services.append(admin) }
        if let certificate = entrance.certificate, !configuration.certificateFiles.isEmpty {
            services.append(CertificateWatch(certificate: certificate, clock: clock))
        }
        services.append(listener)
        // A node hands over the lead before its clients are sent elsewhere.
        if case .fleet(let node) = market { services.append(FleetService(node: node)) }
        self.services = services
    }

    /// Serves until the calling task is cancelled or a graceful shutdown begins.
    package func run() async throws {
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map { .init(service: $0) },
                logger: logger
            )
        )
        logger.info(
            "serving",
            metadata: ["listen": "\(listenAddress)", "admin": "\(adminAddress.map { "\($0)" } ?? "off")"]
        )
        let result: Result<Void, any Error>
        do {
            try await withGracefulShutdownHandler {
                try await group.run()
            } onGracefulShutdown: {
                // Unstructured, because the handler is synchronous. Nothing owns the task, and it ends at once: the
                // call only sets a flag.
                Task { await group.triggerGracefulShutdown() }
            }
            result = .success(())
            await keepMarket()
        } catch {
            result = .failure(error)
        }
        await resources.close(logger: logger)
        logger.info("stopped")
        try result.get()
    }

    /// Reloads the certificate's files for new connections, if they are valid. Open connections are not affected.
    package func reloadCertificate() { entrance.certificate?.reload() }

    /// Saves the market for the next process after a planned stop.
    private func keepMarket() async {
        do {
            guard case .alone(let leadership) = role else { return }
            let hub = leadership.parts.hub
            try MarketContinuation(epoch: hub.epoch, table: await hub.state).save(to: marketPath)
        } catch {
            logger.warning("terminals will need a whole snapshot", metadata: ["error": "\(error)"])
        }
    }

    /// Returns when the last terminal of a private server has been away for the server's linger time, or the calling
    /// task is cancelled.
    /// - Precondition: it is a private server (`ServerConfiguration.local`).
    package func waitUntilDeserted() async {
        guard case .socket(let linger, _) = entrance else {
            preconditionFailure("a server for everybody waits for nobody")
        }
        await linger.untilOver()
    }

    /// Returns once the market has its first data, its sources have failed for the first time, or the calling task is
    /// cancelled.
    package func waitUntilMarketStarted() async { await role.waitUntilStarted() }

    /// The same, but with a limit for sources that do not answer: three seconds if there are coins to show, and five
    /// if there are none.
    package func waitUntilReady() async {
        await role.waitUntilStarted(patience: StartWaiters.Patience(seconds: 3, secondsWithoutCoins: 5))
    }

    /// The pin of the key that a server without its own certificate made on its first start.
    /// - Throws: `UserError.noKey`, `TLSError`
    package static func pin(ofDataDirectory path: String) throws -> PublicKeyPin {
        let certificate = "\(path)/\(TLSIdentity.certificateFileName)"
        guard SmallFile.exists(certificate) else { throw UserError.noKey(path) }
        return try PublicKeyPin(certificateFile: certificate)
    }
}
