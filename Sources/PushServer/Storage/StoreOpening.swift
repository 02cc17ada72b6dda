internal import Logging
internal import Shared

/// Opens the store that a configuration names. This is the only place that knows which stores there are.
struct StoreOpening {
    /// Who opens the store.
    enum Opener: Sendable {
        /// Waits while another node changes the tables, and tells the logger so. Other nodes learn that it is there.
        case server(Logger)
        /// Works beside the nodes for a moment. It does not wait, and no node hears of it.
        case command
    }

    private let dataDirectory: String
    private let address: String?
    private let limits: SessionLimits
    private let lifetime: TokenLifetime
    private let patience: Duration
    private let counters: UserCounters
    private let opener: Opener
    private let now: @Sendable () -> MarketTime

    /// How long a node waits for another one that is changing the tables of their database.
    private static let schemaWait = Duration.seconds(120)

    init(
        _ configuration: ServerConfiguration,
        for opener: Opener,
        counters: UserCounters,
        now: @escaping @Sendable () -> MarketTime
    ) {
        (dataDirectory, address) = (configuration.dataDirectory, configuration.store)
        (limits, lifetime) = (configuration.limits, configuration.tokenLifetime)
        patience = configuration.storePatience
        (self.opener, self.counters, self.now) = (opener, counters, now)
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
            if case .server(let logger) = opener {
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
            if case .command = opener { return store }
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
