internal import Logging
internal import Shared

/// Opens the store that a configuration names. This is the only place that knows which stores there are.
struct StoreOpening {
    private let dataDirectory: String
    private let address: String?
    private let limits: SessionLimits
    private let lifetime: TokenLifetime
    private let patience: Duration
    private let counters: UserCounters
    private let logger: Logger?
    private let now: @Sendable () -> MarketTime

    /// How long a node waits for another one that is changing the tables of their database.
    private static let schemaWait = Duration.seconds(120)

    /// - Parameter logger: that of a server, which waits for other nodes and says so; nil: a command, which does not.
    init(
        _ configuration: ServerConfiguration,
        counters: UserCounters,
        logger: Logger? = nil,
        now: @escaping @Sendable () -> MarketTime
    ) {
        (dataDirectory, address) = (configuration.dataDirectory, configuration.store)
        (limits, lifetime) = (configuration.limits, configuration.tokenLifetime)
        patience = configuration.storePatience
        (self.counters, self.logger, self.now) = (counters, logger, now)
    }

    /// - Throws: `UserStoreError`, or why the PostgreSQL database cannot be used, in words.
    func open() async throws -> any SQLUserStore {
        if let address { return try await shared(at: address) }
        return try SQLiteUserStore(
            path: DataDirectory.database(in: dataDirectory),
            limits: limits,
            lifetime: lifetime,
            patience: patience,
            counters: counters,
            now: now
        )
    }

    private func shared(at address: String) async throws -> any SQLUserStore {
        #if FLEET
            var wait = PostgresUserStore.SchemaWait()
            if let logger {
                wait = .init(limit: Self.schemaWait) {
                    logger.notice(
                        "another node is changing the tables of the database; this one waits up to \(Self.schemaWait.components.seconds) s for it"
                    )
                }
            }
            let store = try await PostgresUserStore.open(
                address,
                limits: limits,
                lifetime: lifetime,
                counters: counters,
                wait: wait,
                now: now
            )
            if logger == nil { return store }
            do {
                // Before the first terminal connects, this node learns which kinds of records the others know.
                try await store.notePresence(of: [])
            } catch {
                await store.close()
                throw error
            }
            return store
        #else
            throw UserStoreError.noFleet
        #endif
    }
}
