internal import Foundation
internal import GRDB
internal import Shared
internal import Synchronization

/// Accounts and users' tables in one SQLite file. WAL and `synchronous=FULL` make commits survive a power cut.
final class SQLiteUserStore: SQLUserStore {
    let pool: DatabasePool
    let writer: GroupedWriter
    let limits: SessionLimits
    let now: @Sendable () -> MarketTime
    let lifetime: TokenLifetime
    /// Only the writer uses the cache.
    private let cache = Mutex(UserCache())
    /// The state of the file at the last look.
    private let seen: Mutex<(dataVersion: Int?, identity: StoreIdentity)>

    /// Opens the file, or creates it with mode 0600, and brings its schema up to date.
    /// - Throws: `UserStoreError.newer`, `UserStoreError.damaged`, `UserStoreError.unreadable`
    /// - Parameter patience: how long to wait for another process that is writing.
    init(
        path: String,
        limits: SessionLimits,
        lifetime: TokenLifetime = TokenLifetime(),
        patience: Duration = .seconds(5),
        counters: UserCounters = UserCounters(),
        now: @escaping @Sendable () -> MarketTime
    ) throws {
        (self.limits, self.lifetime, self.now) = (limits, lifetime, now)
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(patience / .seconds(1))
            try Self.makePrivateFile(path)
            pool = try DatabasePool(path: path, configuration: configuration)
            // A pool opens its writer with synchronous=NORMAL, which may lose the last commits in a power cut. Keep
            // savepoint journals in memory: a batch changes more pages than SQLite keeps there by default.
            try pool.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY")
            }
            try pool.read { try UserSchema.migrator.refuseNewer($0, at: path) }
            try UserSchema.migrator.migrate(pool)
            writer = GroupedWriter(pool, patience: patience, counters: counters)
            seen = Mutex((nil, try pool.read(StoreIdentity.init(from:))))
        } catch let error as UserStoreError {
            throw error
        } catch {
            throw UserStoreError(path: path, Self.faultBeside(path) ?? error)
        }
    }

    /// Why the system refuses a new file of some pages beside the database, as on a full disk; nil if it does not. SQLite
    /// needs such files, and only says that it cannot open them.
    private static func faultBeside(_ path: String) -> SystemError? {
        let trial = path + "-trial"
        do throws(SystemError) {
            try SmallFile.write([UInt8](repeating: 0, count: 16 * 1024), to: trial, durably: false)
        } catch {
            return error
        }
        SmallFile.remove(trial)
        return nil
    }

    /// Moves SQLite's log into the file first, so that a copy of this file alone has everything once the server has stopped. SQLite
    /// does so when its last connection closes, but not if that one may only read, and GRDB closes such connections last.
    ///
    /// The log of a database that another process is reading stays. SQLite would wait for the reader, and no process could commit
    /// meanwhile, such as the server while a command closes its store.
    func close() throws {
        _ = try? pool.barrierWriteWithoutTransaction { db in
            try db.execute(sql: "PRAGMA busy_timeout = 0")
            try db.checkpoint(.truncate)
        }
        try pool.close()
    }

    /// Creates the file with mode 0600, and never through a symbolic link. SQLite gives its journals the same mode.
    /// - Parameter isNew: whether an existing file is an error.
    static func makePrivateFile(_ path: String, isNew: Bool = false) throws {
        let flags = O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW | (isNew ? O_EXCL : 0)
        let descriptor = open(path, flags, 0o600)
        if descriptor < 0 { throw SystemError.last }
        defer { Foundation.close(descriptor) }
        // A file that root creates gets the folder's owner, as SQLite's journals do.
        var folder = stat()
        guard geteuid() == 0, stat((path as NSString).deletingLastPathComponent, &folder) == 0 else { return }
        if fchown(descriptor, folder.st_uid, folder.st_gid) != 0 { throw SystemError.last }
    }

    // MARK: Transactions

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await pool.read { try body($0) }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await group { try body($0) }
    }

    /// - Throws: `UserStoreError.diskFull`, so that commands and the log name the disk; or the error of `body`.
    private func group<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void = { _ in }
    ) async throws -> Value {
        do {
            return try await writer.write(body, committed: committed)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            throw UserStoreError.diskFull(path: pool.path)
        }
    }

    /// Leaves nothing of the account in the database's files: SQLite overwrites the rows, and then the log, which has their
    /// former pages. While somebody reads, the log stays until the next checkpoint.
    func removeAccount(named name: UserName) async throws -> Bool {
        let isRemoved = try await write { [self] db in
            _ = try db.all("PRAGMA secure_delete = ON", [])
            defer { _ = try? db.all("PRAGMA secure_delete = OFF", []) }
            return try remove(name, db)
        }
        if isRemoved { _ = try? await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
        return isRemoved
    }

    func dropCache() { cache.withLock { $0.drop() } }

    func settle(_ requests: [UserRequest], keeping connected: Set<ClientID>) async throws -> UserAnswers {
        let (limits, time) = (limits, now())
        return try await group { [self] db in
            let version: Int = try db.row("PRAGMA data_version", [])?[0] ?? 0
            let file = UserCache.File(version: version, identity: try StoreIdentity(from: db))
            var (users, ticket) = cache.withLock { $0.take(requests.map(\.account), of: file) }
            let rows = SQLiteTransactionRows(db: db, identity: file.identity, cached: users)
            var transaction = try UserTransaction(rows, limits: limits, time: time)
            transaction.tables = users.mapValues(\.table)
            // A table or a log with a second owner would be copied by each change.
            users = [:]
            let answers = try transaction.answer(requests, keeping: connected)
            for (account, table) in transaction.tables {
                users[account] = UserCache.User(table: table, logs: rows.logs[account] ?? [:])
            }
            return (answers, users, ticket)
        } committed: { [self] _, users, ticket in
            cache.withLock { $0.keep(users, since: ticket) }
        }.0
    }

    func join(_ joinings: [Joining]) async throws -> [Joined?] {
        let (lifetime, time) = (lifetime, now())
        return try await pool.read { db in
            var reading = JoinReading(try SQLiteJoinRows(db, lifetime: lifetime, time: time))
            return try joinings.map { try reading.answer($0) }
        }
    }

    // MARK: Other processes

    func news(of held: HeldState) async throws -> StoreNews {
        // SQLite's data_version changes only when another connection commits. Read it on the writer, so that the
        // server's own commits do not count.
        let version = try await pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA data_version") }
        let known = seen.withLock { $0 }
        if known.dataVersion == version { return StoreNews() }
        let rows = deviceRows
        let (identity, valid) = try await pool.read { db in
            (try StoreIdentity(from: db), try held.devices.filter { try rows(db).exists($0) })
        }
        // Set it last. If reading fails, the next look repeats it.
        seen.withLock { $0 = (version, identity) }
        return StoreNews(revoked: held.devices.subtracting(valid), isRestored: known.identity != identity)
    }

    /// Makes posts due that an earlier process had claimed when it ended. No other process posts at the same time.
    func releasePosts() async throws {
        let time = now()
        try await write { try OutboxRows(db: $0).release(at: time) }
    }
}
