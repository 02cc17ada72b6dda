internal import Foundation
internal import GRDB
internal import Shared
internal import Synchronization

/// Accounts and users' states in one SQLite file: WAL, `synchronous=FULL`, so that what is committed survives a power cut.
final class SQLiteUserStore: UserStore {
    /// Terminals that an account may be signed in on; one more, and the one unused for the longest time is signed out.
    static let tokensMax = 100
    /// What a client process did is remembered for this long after its last change.
    static let clientMemory: Int64 = 90 * 86_400

    let pool: DatabasePool
    private let limits: SessionLimits
    private let now: @Sendable () -> MarketTime
    private let dataVersion = Mutex<Int?>(nil)

    /// Opens the file, makes it if there is none (mode 0600), and brings its schema up to date.
    /// - Throws: `UserStoreError.unreadable`
    init(path: String, limits: SessionLimits, now: @escaping @Sendable () -> MarketTime) throws {
        self.limits = limits
        self.now = now
        let forgetting = now().adding(seconds: -Self.clientMemory)
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            try Self.makePrivateFile(path)
            pool = try DatabasePool(path: path, configuration: configuration)
            // A pool opens its writer with synchronous=NORMAL, which may lose the last commits in a power cut.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try UserSchema.migrator.migrate(pool)
            try pool.write { db in
                try db.execute(sql: "DELETE FROM client WHERE seen_ms < ?", arguments: [forgetting.milliseconds])
            }
        } catch {
            throw UserStoreError.unreadable(path: path, reason: "\(error)")
        }
    }

    func close() throws { try pool.close() }

    /// SQLite gives its journals the mode of the database file.
    private static func makePrivateFile(_ path: String) throws {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw SystemError.last }
        Foundation.close(descriptor)
    }

    // MARK: Accounts

    func accounts() async throws -> [Account] {
        try await pool.read { db in
            try Row.fetchAll(db, sql: "SELECT id, name FROM account ORDER BY name").map(Account.init(row:))
        }
    }

    func account(named name: String) async throws -> (Account, PasswordHash)? {
        try await pool.read { db in
            try Row.fetchOne(db, sql: "SELECT id, name, password FROM account WHERE name = ?", arguments: [name])
                .map { (Account(row: $0), PasswordHash(text: $0["password"])) }
        }
    }

    func addAccount(named name: String, password: PasswordHash) async throws -> Account {
        let time = now().milliseconds
        do {
            return try await pool.write { db in
                try db.execute(
                    sql: "INSERT INTO account (name, password, created_ms) VALUES (?, ?, ?)",
                    arguments: [name, password.text, time]
                )
                return Account(id: AccountID(rawValue: db.lastInsertedRowID), name: name)
            }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw UserStoreError.nameTaken(name)
        }
    }

    func removeAccount(named name: String) async throws -> Bool {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM account WHERE name = ?", arguments: [name])
            return db.changesCount > 0
        }
    }

    // MARK: Tokens

    func account(of token: TokenHash) async throws -> Account? {
        try await pool.read { db in
            try Row.fetchOne(
                db,
                sql: "SELECT id, name FROM account JOIN token ON token.account_id = account.id WHERE token.hash = ?",
                arguments: [Data(token.bytes)]
            ).map(Account.init(row:))
        }
    }

    func add(_ token: TokenHash, of account: AccountID, device: String) async throws {
        let time = now().milliseconds
        do {
            try await pool.write { db in
                try db.execute(
                    sql: "INSERT INTO token (hash, account_id, device, created_ms, used_ms) VALUES (?, ?, ?, ?, ?)",
                    arguments: [Data(token.bytes), account.rawValue, device, time, time]
                )
                try db.execute(
                    sql: """
                        DELETE FROM token WHERE hash IN (
                            SELECT hash FROM token WHERE account_id = ?
                            ORDER BY used_ms DESC, created_ms DESC LIMIT -1 OFFSET ?
                        )
                        """,
                    arguments: [account.rawValue, Self.tokensMax]
                )
            }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
            throw UserStoreError.noAccount
        }
    }

    func remove(_ token: TokenHash) async throws {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM token WHERE hash = ?", arguments: [Data(token.bytes)])
        }
    }

    func revokedElsewhere(among tokens: Set<TokenHash>) async throws -> Set<TokenHash> {
        // SQLite's data_version moves when another connection has committed, and only then; the writer is the one to ask,
        // because its own commits do not count.
        let version = try await pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA data_version") }
        let known = dataVersion.withLock { held in
            defer { held = version }
            return held
        }
        if known == version { return [] }
        let valid = try await pool.read { db in
            try tokens.filter { token in
                try Bool.fetchOne(
                    db,
                    sql: "SELECT EXISTS (SELECT 1 FROM token WHERE hash = ?)",
                    arguments: [Data(token.bytes)]
                ) ?? false
            }
        }
        return tokens.subtracting(valid)
    }

    // MARK: User state

    func settle(_ requests: [UserRequest]) async throws -> [UserAnswer] {
        let (limits, time) = (limits, now())
        return try await pool.write { db in
            var transaction = UserTransaction(db: db, limits: limits, time: time)
            return try requests.map { try transaction.answer($0) }
        }
    }

    func accountsWithPassingFavorites() async throws -> [AccountID] {
        try await pool.read { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT id FROM account
                    WHERE NOT keep_favorites AND EXISTS (SELECT 1 FROM favorite WHERE account_id = account.id)
                    """
            ).map(AccountID.init(rawValue:))
        }
    }
}

extension Account {
    fileprivate init(row: Row) { self.init(id: AccountID(rawValue: row["id"]), name: row["name"]) }
}
