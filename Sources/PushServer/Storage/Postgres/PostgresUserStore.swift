internal import Logging
internal import PostgresKit
internal import Shared
internal import Synchronization

extension PostgresError: DiskError {
    /// SQLSTATE 53100, `disk_full` (PostgreSQL, appendix A).
    var isDiskFull: Bool { if case .statement("53100", _) = self { true } else { false } }
}

/// Accounts and users' tables in a PostgreSQL database that any number of nodes share.
///
/// A transaction locks the accounts that it touches, so mutations take effect exactly once even if a client has moved
/// while its old node still works on its last mutation. No method blocks a thread of event loops or tasks.
final class PostgresUserStore: SQLUserStore {
    let limits: SessionLimits
    let lifetime: TokenLifetime
    let now: @Sendable () -> MarketTime
    private let counters: UserCounters
    /// Names this process in the table of presence.
    let node = NodeID.random()
    private let cache = Mutex(UserCache())
    private let seen: Mutex<StoreIdentity>
    /// The kinds of records that all nodes know, as of this node's latest note.
    let kindsOfAllNodes = Mutex<Set<UInt32>?>(nil)

    /// One thread, because the user hub writes one thing after another. Nobody else uses it, so the hub does not wait for
    /// others' commits, which may wait for a standby.
    private let hub: PostgresLane
    private let writers: PostgresLane
    private let readers: PostgresLane
    private let comparison: PostgresLane
    /// One thread, so that two notes of this node never wait for each other.
    private let notes: PostgresLane
    /// Opens connections of its own, such as the lease's.
    let lease: PostgresLane

    /// How long to wait, beyond the first try, for another node that is changing the tables.
    struct SchemaWait: Sendable {
        var limit = Duration.zero
        /// Called once, when the wait begins.
        var began: @Sendable () -> Void = {}
    }

    /// Connects, and brings the schema up to date.
    /// - Parameters:
    ///   - program: the name under which PostgreSQL shows the connections.
    ///   - wait: nobody waits for a command of an operator as long as for a node.
    /// - Throws: `PostgresAddressFault`, `PostgresError`, `PostgresSchemaError`, `PostgresStoreError`
    static func open(
        _ address: String,
        program: String = "tickwire-server",
        limits: SessionLimits,
        lifetime: TokenLifetime = TokenLifetime(),
        patience: PostgresConnection.Patience = .init(),
        counters: UserCounters = UserCounters(),
        schema: PostgresSchema = PostgresTables.schema,
        wait: SchemaWait = SchemaWait(),
        now: @escaping @Sendable () -> MarketTime
    ) async throws -> PostgresUserStore {
        let address = try PostgresAddress(address, program: program)
        let open: @Sendable () throws -> PostgresLink = {
            let link = PostgresLink(try PostgresConnection(address, patience: patience))
            _ = try PostgresPlace.identity(of: link)
            return link
        }
        let first = PostgresLane(threads: 1) {
            PostgresLink(try PostgresConnection(address, patience: .init(statement: .seconds(3600))))
        }
        let identity: StoreIdentity
        do {
            try await migrate(first, schema, patience.statement, wait)
            identity = try await first.run { link in try PostgresPlace.identity(of: link) }
        } catch {
            await first.shutdown()
            throw error
        }
        await first.shutdown()
        return PostgresUserStore(identity, limits, lifetime, counters, now, open: open)
    }

    private static func migrate(
        _ lane: PostgresLane,
        _ schema: PostgresSchema,
        _ patience: Duration,
        _ wait: SchemaWait
    ) async throws {
        let end = ContinuousClock.now + wait.limit
        var isWaiting = false
        while true {
            do {
                return try await lane.run { link in try schema.migrate(link.connection, waiting: patience) }
            } catch PostgresSchemaError.busy where ContinuousClock.now < end {
                if !isWaiting { wait.began() }
                isWaiting = true
            }
        }
    }

    private init(
        _ identity: StoreIdentity,
        _ limits: SessionLimits,
        _ lifetime: TokenLifetime,
        _ counters: UserCounters,
        _ now: @escaping @Sendable () -> MarketTime,
        open: @escaping @Sendable () throws -> PostgresLink
    ) {
        (self.limits, self.lifetime, self.counters, self.now) = (limits, lifetime, counters, now)
        seen = Mutex(identity)
        hub = PostgresLane(threads: 1, open: open)
        writers = PostgresLane(threads: 3, open: open)
        readers = PostgresLane(threads: 2, open: open)
        comparison = PostgresLane(threads: 1, open: open)
        notes = PostgresLane(threads: 1, open: open)
        lease = PostgresLane(threads: 1, open: open)
    }

    func close() async {
        for lane in [hub, writers, readers, comparison, notes, lease] { await lane.shutdown() }
    }

    // MARK: Transactions

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await readers.run { link in try link.connection.reading { try body(PostgresSession(link)) } }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await transaction(on: writers) { try body($0) }
    }

    func hubWrite<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await transaction(on: hub) { try body($0) }
    }

    func upkeep<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await transaction(on: hub, .primary) { try body($0) }
    }

    /// Writes what a failover may lose, such as a note that soon lapses. It waits for no change, because a commit may wait
    /// for a standby.
    func note<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresSession) throws -> Value
    ) async throws -> Value {
        try await transaction(on: notes, .primary, body)
    }

    private func transaction<Value: Sendable>(
        on lane: PostgresLane,
        _ durability: PostgresConnection.Durability = .configured,
        _ body: @escaping @Sendable (PostgresSession) throws -> Value
    ) async throws -> Value {
        try await counting {
            try await lane.run { link in
                try link.connection.transaction(durability) { try body(PostgresSession(link)) }
            }
        }
    }

    func dropCache() { cache.withLock { $0.drop() } }

    func settle(_ requests: [UserRequest], keeping connected: Set<ClientID>) async throws -> UserAnswers {
        let (limits, time) = (limits, now())
        do {
            return try await counting { [self] in
                try await hub.run { [self] link in
                    let (answers, tables, ticket) = try link.connection.transaction {
                        let session = PostgresSession(link)
                        let rows = try PostgresTransactionRows(session, requests, at: node)
                        var transaction = try UserTransaction(rows, limits: limits, time: time)
                        let (kept, ticket) = keptTables(requests.map(\.account), in: transaction.store)
                        try rows.load(besides: kept)
                        transaction.tables = kept
                        let answers = try transaction.answer(requests, keeping: connected)
                        try session.flush()
                        return (answers, transaction.tables, ticket)
                    }
                    cache.withLock { $0.keep(tables.mapValues { UserCache.User(table: $0) }, since: ticket) }
                    return answers
                }
            }
        } catch {
            // It is unknown what was committed.
            if case .unknownOutcome? = error as? PostgresError { dropCache() }
            throw error
        }
    }

    private func keptTables(
        _ accounts: [AccountID],
        in store: StoreIdentity
    ) -> ([AccountID: UserTable], UserCache.Ticket) {
        // If another node has changed an account, its table has another version in the database and is read again.
        let (users, ticket) = cache.withLock { $0.take(accounts, of: Self.file(store)) }
        return (users.mapValues(\.table), ticket)
    }

    private static func file(_ store: StoreIdentity) -> UserCache.File { UserCache.File(version: 0, identity: store) }

    private func counting<Value>(_ write: () async throws -> Value) async throws -> Value {
        do {
            let value = try await write()
            counters.commits.add(1, ordering: .relaxed)
            return value
        } catch let error as UserStoreError {
            throw error
        } catch {
            counters.failedCommits.add(1, ordering: .relaxed)
            throw error
        }
    }

    // MARK: Terminals that connect

    func join(_ joinings: [Joining]) async throws -> [Joined?] {
        let (lifetime, time) = (lifetime, now())
        let joined = try await readers.run { link in
            try link.connection.reading {
                var reading = JoinReading(
                    try PostgresJoinRows(PostgresSession(link), joinings, lifetime: lifetime, time: time)
                )
                return try joinings.map { try reading.answer($0) }
            }
        }
        let passing = zip(joinings, joined).filter { $1?.table.favoritesPass == true }.map(\.0.account)
        if !passing.isEmpty { try await noteConnected(Set(passing)) }
        let kinds = kindsOfAllNodes.withLock { $0 }
        return joined.map { joined in
            var joined = joined
            joined?.kinds = kinds
            return joined
        }
    }

    // MARK: Other nodes

    func news(of held: HeldState) async throws -> StoreNews {
        let (devices, accounts) = (Array(held.devices), Array(held.versions.keys))
        let known = seen.withLock { $0 }
        let (news, identity) = try await comparison.run { link in
            try link.connection.reading {
                let (session, hinted) = (PostgresSession(link), PostgresTableReading(of: held.hinted))
                let comparison = (
                    """
                    SELECT 0 AS what, identity AS number, 0::bigint AS version, 0::bigint AS floor FROM store
                    UNION ALL SELECT 1, id, version, floor FROM account WHERE id = ANY($1)
                    UNION ALL SELECT 2, id, 0, 0 FROM device WHERE id = ANY($2)
                    """,
                    [
                        PostgresValue.ints(accounts.map(\.rawValue)),
                        .ints(devices.map { Int64(clamping: $0.rawValue) }),
                    ]
                )
                let results = try session.rows(of: [comparison] + hinted.statements)
                let rows = results[0].all
                var (news, identity) = (StoreNews(revoked: held.devices), known)
                var places: [AccountID: TablePlace] = [:]
                for row in rows {
                    switch row.number("what") {
                    case 0: identity = StoreIdentity(rawValue: row.number("number"))
                    case 1:
                        let place = TablePlace(version: row.version("version"), floor: row.version("floor"))
                        places[row.account("number")] = place
                    default: news.revoked.remove(row.device("number"))
                    }
                }
                news.isRestored = identity != known
                if !news.isRestored {
                    let newer = held.newer(among: places)
                    let tables = hinted.tables(
                        in: Array(results.dropFirst()),
                        at: newer.filter { held.hinted.contains($0.key) }
                    )
                    let others = newer.filter { !held.hinted.contains($0.key) }
                    news.tables = try session.tables(at: others).merging(tables) { $1 }
                }
                news.store = identity
                return (news, identity)
            }
        }
        seen.withLock { $0 = identity }
        if news.isRestored { dropCache() }
        let users = news.tables.mapValues { UserCache.User(table: $0) }
        if !users.isEmpty { cache.withLock { $0.renew(users, of: Self.file(identity)) } }
        return news
    }

    /// Does nothing. The claims of a node that has ended run out, and other nodes may be posting.
    func releasePosts() async throws {}
}

extension PostgresUserStore {
    /// How many connections other programs of this project have to the database.
    func connectionsOfServers() async throws -> Int {
        try await read { db in
            let row = try db.one(
                """
                SELECT COUNT(*) AS count FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = 'tickwire-server'
                """,
                []
            )
            return Int(row?.number("count") ?? 0)
        }
    }
}
