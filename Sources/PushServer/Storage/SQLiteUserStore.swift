internal import Foundation
internal import GRDB
internal import Shared
internal import Synchronization

/// Accounts and users' tables in one SQLite file. WAL and `synchronous=FULL` make commits survive a power cut.
final class SQLiteUserStore: UserStore {
    let pool: DatabasePool
    let writer: GroupedWriter
    private let limits: SessionLimits
    let now: @Sendable () -> MarketTime
    private let lifetime: TokenLifetime
    /// Only the writer uses the cache.
    private let cache = Mutex(UserTableCache())
    /// The state of the file at the last look.
    private let seen: Mutex<(dataVersion: Int?, identity: StoreIdentity)>

    /// Opens the file, or creates it with mode 0600, and brings its schema up to date.
    /// - Throws: `UserStoreError.unreadable`
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
            try UserSchema.migrator.migrate(pool)
            writer = GroupedWriter(pool, patience: patience, counters: counters)
            seen = Mutex((nil, try pool.read(StoreIdentity.init(from:))))
        } catch {
            throw UserStoreError.unreadable(path: path, reason: "\(error)")
        }
    }

    func close() throws { try pool.close() }

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

    // MARK: Accounts

    func accounts() async throws -> [Account] {
        try await pool.read { db in
            try Row.fetchAll(db, sql: "SELECT id, name FROM account ORDER BY name").map(Account.init(row:))
        }
    }

    func account(named name: UserName) async throws -> (Account, PasswordHash)? {
        try await pool.read { try Self.account(named: name, $0) }
    }

    static func account(named name: UserName, _ db: Database) throws -> (Account, PasswordHash)? {
        try db.row("SELECT id, name, password FROM account WHERE name = ?", [name.text])
            .map { (Account(row: $0), PasswordHash(text: $0["password"])) }
    }

    func login(to name: UserName, from address: HostAddress, showing token: TokenHash?) async throws -> LoginRecord? {
        let rows = deviceRows
        return try await pool.read { db in
            guard let (account, password) = try Self.account(named: name, db) else { return nil }
            let origin = try rows(db).origin(of: account.id, from: address, showing: token)
            return LoginRecord(account: account, password: password, origin: origin)
        }
    }

    func addAccount(named name: UserName, password: PasswordHash) async throws -> Account {
        let time = now().milliseconds
        do {
            return try await writer.write { db in
                try db.execute(
                    sql: "INSERT INTO account (name, password, created_ms) VALUES (?, ?, ?)",
                    arguments: [name.text, password.text, time]
                )
                return Account(id: AccountID(rawValue: db.lastInsertedRowID), name: name)
            }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw UserStoreError.nameTaken(name.text)
        }
    }

    func removeAccount(named name: UserName) async throws -> Bool {
        let rows = clientRows
        let isRemoved = try await writer.write { db in
            guard let (account, _) = try Self.account(named: name, db) else { return false }
            try rows(db).removeAll(of: account.id)
            try db.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [account.id.rawValue])
            return true
        }
        // Drop the removed account, whose table may be cached.
        if isRemoved { cache.withLock { $0 = UserTableCache() } }
        return isRemoved
    }

    func setPassword(
        _ password: PasswordHash,
        of account: AccountID,
        replacing current: PasswordHash?,
        signingOut scope: SignOutScope
    ) async throws -> Set<DeviceID> {
        let rows = deviceRows
        return try await writer.write { db in
            if let current { try rows(db).demand(current, of: account) }
            try db.execute(
                sql: "UPDATE account SET password = ? WHERE id = ?",
                arguments: [password.text, account.rawValue]
            )
            return switch scope {
            case .nobody: []
            case .others(let own): try rows(db).revokeAll(of: account, but: own)
            case .all: try rows(db).revokeAll(of: account)
            }
        }
    }

    // MARK: Devices

    func standing(of token: TokenHash) async throws -> TokenStanding? {
        let rows = deviceRows
        return try await pool.read { try rows($0).standing(of: token) }
    }

    func addDevice(
        _ name: String,
        _ token: TokenHash,
        of account: AccountID,
        showing shown: TokenHash? = nil,
        provenBy password: PasswordHash,
        at address: String = ""
    ) async throws -> (device: DeviceID, evicted: Set<DeviceID>, signedInBy: TokenHash) {
        let rows = deviceRows
        return try await writer.write { db in
            try rows(db).demand(password, of: account)
            if let shown, let device = try rows(db).signInAgain(name, token, of: account, showing: shown, at: address) {
                return (device, [], shown)
            }
            let (device, evicted) = try rows(db).add(name, token, of: account, at: address)
            return (device, evicted, token)
        }
    }

    func renew(_ old: TokenHash, as new: TokenHash) async throws {
        let rows = deviceRows
        try await writer.write { try rows($0).renew(old, as: new) }
    }

    func forget(_ tokens: Set<TokenHash>) async throws {
        let rows = deviceRows
        try await writer.write { db in for token in tokens { try rows(db).forget(token) } }
    }

    func touch(_ uses: [TokenUse]) async throws {
        let (rows, clients) = (deviceRows, clientRows)
        try await writer.write { db in
            for use in uses {
                try rows(db).touch(use)
                try clients(db).touch(use)
            }
        }
    }

    func sweep(keeping connected: Set<ClientID>) async throws {
        try await writer.write(sweeping(keeping: connected))
    }

    private func sweeping(keeping connected: Set<ClientID>) -> @Sendable (Database) throws -> Void {
        let (rows, clients, time) = (deviceRows, clientRows, now())
        return { db in
            try rows(db).sweep()
            try InvitationRows(db: db, time: time).sweep()
            try clients(db).sweep(keeping: connected)
        }
    }

    func devices(of account: AccountID) async throws -> [Device] {
        let rows = deviceRows
        return try await pool.read { try rows($0).devices(of: account) }
    }

    func revoke(_ device: DeviceID, of account: AccountID) async throws -> Bool {
        let rows = deviceRows
        return try await writer.write { try rows($0).revoke(device, of: account) }
    }

    func news(of devices: Set<DeviceID>) async throws -> StoreNews {
        // SQLite's data_version changes only when another connection commits. Read it on the writer, so that the
        // server's own commits do not count.
        let version = try await pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA data_version") }
        let known = seen.withLock { $0 }
        if known.dataVersion == version { return StoreNews() }
        let rows = deviceRows
        let (identity, valid) = try await pool.read { db in
            (try StoreIdentity(from: db), try devices.filter { try rows(db).exists($0) })
        }
        // Set it last. If reading fails, the next look repeats it.
        seen.withLock { $0 = (version, identity) }
        return StoreNews(revoked: devices.subtracting(valid), isRestored: known.identity != identity)
    }

    var deviceRows: @Sendable (Database) -> DeviceRows {
        { [lifetime, time = now()] db in DeviceRows(db: db, time: time, lifetime: lifetime) }
    }

    private var clientRows: @Sendable (Database) -> ClientRows {
        { [inFlight = limits.mutationsInFlight, time = now()] db in
            ClientRows(db: db, time: time, inFlight: inFlight)
        }
    }

    // MARK: Users' tables

    func join(_ joinings: [Joining]) async throws -> [Joined?] {
        let (limits, lifetime, time) = (limits, lifetime, now())
        return try await pool.read { db in
            var reading = JoinReading(db: db, limits: limits, lifetime: lifetime, time: time)
            return try joinings.map { try reading.answer($0) }
        }
    }

    func settle(_ requests: [UserRequest], keeping connected: Set<ClientID>) async throws -> UserAnswers {
        let (limits, time) = (limits, now())
        return try await writer.write { [self] db in
            var transaction = try UserTransaction(db: db, limits: limits, time: time)
            let file = try transaction.file
            transaction.tables = cache.withLock { $0.take(requests.map(\.account), of: file) }
            let answers = try transaction.answer(requests, keeping: connected)
            return (answers, tables: transaction.tables, file)
        } committed: { [self] _, tables, file in
            cache.withLock { $0.keep(tables, of: file) }
        }.0
    }

    func accountsWithPassingFavorites() async throws -> (accounts: [AccountID], store: StoreIdentity) {
        try await pool.read { db in
            let users = UserRows(db: db)
            let accounts = try users.accounts(with: Settings.keepFavorites.described).filter { account in
                guard let table = try users.table(of: account) else { return false }
                return !table[Settings.keepFavorites] && !table.items().isEmpty
            }
            return (accounts, try StoreIdentity(from: db))
        }
    }

    func alerts() async throws -> (alerts: [AccountID: [KeptAlert]], store: StoreIdentity) {
        try await pool.read { db in (try UserRows(db: db).alerts(), try StoreIdentity(from: db)) }
    }

    /// - Returns: nil if there is no such account.
    func report(of name: UserName) async throws -> UserReport? {
        try await pool.read { db in
            guard let (account, _) = try Self.account(named: name, db),
                let table = try UserRows(db: db).table(of: account.id)
            else { return nil }
            return UserReport(account, in: try StoreIdentity(from: db), table)
        }
    }

    /// - Returns: nil if there is no such account.
    func table(of account: AccountID) async throws -> UserTable? {
        try await pool.read { try UserRows(db: $0).table(of: account) }
    }
}
