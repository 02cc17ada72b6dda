internal import Foundation
package import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
package import Shared

/// The push server: everything wired together, bound, and ready to run.
package struct Server: Service {
    /// As bound: `127.0.0.1:7443`.
    package let listenAddress: ServerConfiguration.Endpoint
    package let adminAddress: ServerConfiguration.Endpoint?
    /// Of the certificate, for terminals that trust a key rather than an authority.
    package let pin: PublicKeyPin
    package let users: UserAdministration
    private let accounts: Accounts
    let market: MarketHub
    let shards: [ShardPort]

    private let group: MultiThreadedEventLoopGroup
    private let store: SQLiteUserStore
    private let services: [any Service]
    private let logger: Logger

    /// Opens the store, makes or loads the certificate, binds the ports.
    /// - Throws: `UserStoreError`, `TLSError`, `ServerError`.
    package init(
        _ configuration: ServerConfiguration,
        logger: Logger,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> MarketTime = { .now }
    ) async throws {
        try DataDirectory.prepare(configuration.dataDirectory)
        let identity = try Self.identity(configuration)
        for warning in identity.warnings { logger.warning("\(warning)") }
        let tls = try TLSContext.server(identity: identity, alpn: ProtocolVersion.alpn)
        pin = identity.pin
        self.logger = logger

        let store = try SQLiteUserStore(
            path: DataDirectory.database(in: configuration.dataDirectory),
            favoritesMax: configuration.limits.favorites,
            now: now
        )
        self.store = store
        let accounts = Accounts(store: store, cost: configuration.passwordCost, now: now, logger: logger)
        self.accounts = accounts
        self.users = UserAdministration(store: store, cost: configuration.passwordCost)

        let loops = configuration.eventLoops > 0 ? configuration.eventLoops : System.coreCount
        group = MultiThreadedEventLoopGroup(numberOfThreads: loops)
        var generator = SystemRandomNumberGenerator()
        let epoch = MarketEpoch.random(using: &generator)
        var shards: [ShardPort] = []
        for loop in group.makeIterator() { shards.append(try await ShardPort.make(on: loop, epoch: epoch)) }

        let counters = (market: MarketCounters(), users: UserCounters())
        let market = MarketHub(epoch: epoch, shards: shards, counters: counters.market, now: now)
        let users = UserHub(
            store: store,
            clock: clock,
            grace: configuration.absenceGrace,
            counters: counters.users,
            logger: logger
        )
        (self.market, self.shards) = (market, shards)

        let surroundings = SessionHandler.Surroundings(
            limits: configuration.limits,
            helloTimeout: TimeAmount(configuration.helloTimeout),
            accounts: accounts,
            users: users.mailbox,
            welcome: Self.welcome(limits: configuration.limits, epoch: epoch, now: now),
            epoch: epoch,
            logger: logger
        )
        let listener = try await ServerError.wrappingBind(of: configuration.listen) { [group] in
            try await Listener(
                host: configuration.listen.host,
                port: configuration.listen.port,
                group: group,
                shards: shards,
                connectionsMax: configuration.connectionsMax,
                returnSpread: configuration.returnSpread,
                tls: tls,
                surroundings: surroundings
            )
        }
        listenAddress = ServerConfiguration.Endpoint(host: configuration.listen.host, port: listener.address.port ?? 0)

        let recorder = try configuration.market.recordDirectory.map {
            try AnswerRecorder(directory: $0, logger: logger)
        }
        let environment = configuration.market.environment
        let router = Router(environment: environment, logger: logger, recorder: recorder, now: now)
        var services: [any Service] = [
            RouterService(router: router), UserService(hub: users),
        ]
        services += MarketPoller.all(configuration.market, router: router, hub: market, clock: clock, now: now, logger)
        if let endpoint = configuration.admin {
            let metrics = Metrics(
                shards: shards,
                market: market,
                marketCounters: counters.market,
                users: counters.users
            )
            let admin = try await ServerError.wrappingBind(of: endpoint) { [group] in
                try await AdminServer(
                    host: endpoint.host,
                    port: endpoint.port,
                    group: group,
                    answer: metrics.answer
                )
            }
            services.append(admin)
            adminAddress = ServerConfiguration.Endpoint(host: endpoint.host, port: admin.address.port ?? 0)
        } else {
            adminAddress = nil
        }
        // They stop in reverse order: first nobody comes in any more, last the user changes are on disk.
        self.services = services + [listener]
    }

    /// Serves until the calling task is cancelled or is told to shut down gracefully.
    package func run() async throws {
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map { .init(service: $0) },
                logger: logger
            )
        )
        defer { logger.info("stopped") }
        do {
            try await withGracefulShutdownHandler {
                try await group.run()
            } onGracefulShutdown: {
                // Unstructured: the handler is synchronous, and the call only sets a flag.
                Task { await group.triggerGracefulShutdown() }
            }
        } catch {
            try await close()
            throw error
        }
        try await close()
    }

    /// Returns once the market has its first data, or its sources have failed for the first time.
    package func waitUntilMarketStarted() async { await market.waitUntilStarted() }

    private func close() async throws {
        await accounts.shutdown()
        try store.close()
        try await group.shutdownGracefully()
    }

    private static func identity(_ configuration: ServerConfiguration) throws -> TLSIdentity {
        if let files = configuration.certificate {
            return try TLSIdentity.load(certificate: files.certificate, key: files.key)
        }
        return try TLSIdentity.loadOrCreate(in: configuration.dataDirectory, names: [configuration.listen.host])
    }

    private static func welcome(
        limits: SessionLimits,
        epoch: MarketEpoch,
        now: @escaping @Sendable () -> MarketTime
    ) -> @Sendable (Account, AccessToken?, UInt64) -> Welcome {
        { account, token, lastMutation in
            Welcome(
                version: ProtocolVersion.supported.upperBound,
                serverVersion: ProductVersion.current,
                serverTime: now(),
                userName: account.name,
                token: token?.bytes,
                epoch: epoch,
                lastMutation: lastMutation,
                limits: limits
            )
        }
    }
}

/// Lasts as long as the router may be used.
private struct RouterService: Service {
    let router: Router

    func run() async throws {
        try? await gracefulShutdown()
        await router.shutdown()
    }
}
