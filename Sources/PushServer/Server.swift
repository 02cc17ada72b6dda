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
    private let marketKind: ServerConfiguration.Market.Kind
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

    /// - Parameters:
    ///   - fleet: how the server takes part in a fleet; nil: as its configuration says.
    ///   - store: nil: the one that its configuration names.
    init(
        _ configuration: ServerConfiguration,
        fleet: FleetMembership?,
        store: (any SQLUserStore)? = nil,
        logger: Logger,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime
    ) async throws {
        var configuration = configuration
        configuration.limits.records.deliveryOrigins = Set(configuration.alertHosts.map(\.origin)).sorted()
        if configuration.local != nil { try LocalTerms.checkClock(now()) }
        configuration.dataDirectory = try DataDirectory.prepare(configuration.dataDirectory)
        let lock = try DataDirectory.lockForServer(configuration.dataDirectory)
        let time = FleetClock(now)
        let resources = try await ServerResources(configuration, lock, store, logger: logger, clock: clock) { time.now }
        do {
            let entrance = try Entrance(configuration, on: resources.group.next(), logger: logger, now: now)
            let member = try await FleetMembership.of(configuration, resources.store, entrance)
            let assembly = ServerAssembly(configuration, entrance, resources, logger: logger, clock: clock, time: time)
            try await self.init(assembly, fleet ?? member)
        } catch {
            await resources.close(logger: logger)
            throw error
        }
    }

    private init(_ assembly: ServerAssembly, _ fleet: FleetMembership?) async throws {
        (resources, entrance, logger) = (assembly.resources, assembly.entrance, assembly.logger)
        (limits, marketPath) = (assembly.configuration.limits, assembly.marketPath)
        marketKind = assembly.configuration.market.kind
        let (market, outlet) = try await assembly.market(fleet)
        if case .fleet(let node) = market { await node.compareClocks() }
        let users = assembly.users(market)
        let listener = try await assembly.listener(outlet.shards, users, nodes: market.gate)
        let admin = try await assembly.admin(market, outlet, listen: listener.endpoint)
        (role, shards, self.listener) = (market, outlet.shards, listener)
        (listenAddress, adminAddress) = (listener.endpoint, admin?.endpoint)
        services = assembly.services(market, users, listener, admin)
    }

    /// Serves until the calling task is cancelled or a graceful shutdown begins.
    package func run() async throws {
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map { .init(service: $0) },
                logger: logger.ofServiceGroup
            )
        )
        logger.info(
            "serving",
            metadata: [
                "listen": "\(listenAddress)", "admin": "\(adminAddress.map { "\($0)" } ?? "off")",
                "market": "\(marketKind.rawValue)",
            ]
        )
        if marketKind == .mock { logger.notice("all prices are made up: the server runs its mock market") }
        let result: Result<Void, any Error>
        do {
            try await withGracefulShutdownHandler {
                try await group.run()
            } onGracefulShutdown: {
                // Unstructured, because the handler is synchronous. Nothing cancels the task. It ends at once: the
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

    /// Returns once each source of the market has answered or failed, or the calling task is cancelled. It waits for
    /// sources that do not answer for three seconds if there are coins to show, and for five if there are none.
    package func waitUntilReady() async {
        await role.waitUntilStarted(patience: StartWaiters.Patience(seconds: 3, secondsWithoutCoins: 5))
    }

    /// The pin of the key that the server on a folder shows, or showed last.
    /// - Throws: `UserError.noKey`
    package static func pin(ofDataDirectory path: String) throws(UserError) -> PublicKeyPin {
        guard let pin = DataDirectory.pin(in: path).read() else { throw .noKey(path) }
        return pin
    }
}
