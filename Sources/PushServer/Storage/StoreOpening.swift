internal import Shared

/// Opens the store that a configuration names. This is the only place that knows which stores there are.
struct StoreOpening {
    private let dataDirectory: String
    private let address: String?
    private let limits: SessionLimits
    private let lifetime: TokenLifetime
    private let patience: Duration
    private let counters: UserCounters
    private let now: @Sendable () -> MarketTime

    init(_ configuration: ServerConfiguration, counters: UserCounters, now: @escaping @Sendable () -> MarketTime) {
        (dataDirectory, address) = (configuration.dataDirectory, configuration.store)
        (limits, lifetime) = (configuration.limits, configuration.tokenLifetime)
        patience = configuration.storePatience
        (self.counters, self.now) = (counters, now)
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
            return try await PostgresUserStore.open(
                address,
                limits: limits,
                lifetime: lifetime,
                counters: counters,
                now: now
            )
        #else
            throw UserStoreError.noFleet
        #endif
    }
}
