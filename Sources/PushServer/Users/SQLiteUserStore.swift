internal import Foundation
internal import GRDB
internal import Shared

/// Accounts and users' states in one SQLite file: WAL, `synchronous=FULL`, so that what is committed survives a power cut.
final class SQLiteUserStore: UserStore {
    private let pool: DatabasePool
    private let favoritesMax: Int
    private let now: @Sendable () -> MarketTime

    /// Opens the file, makes it if there is none (mode 0600), and brings its schema up to date.
    /// - Throws: `UserStoreError.unreadable`
    init(path: String, favoritesMax: Int, now: @escaping @Sendable () -> MarketTime) throws {
        self.favoritesMax = favoritesMax
        self.now = now
        do {
            var configuration = Configuration()
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            configuration.busyMode = .timeout(5)
            try Self.makePrivateFile(path)
            pool = try DatabasePool(path: path, configuration: configuration)
            try UserSchema.migrator.migrate(pool)
        } catch {
            throw UserStoreError.unreadable(path: path, reason: "\(error)")
        }
    }

    func close() throws { try pool.close() }

    /// SQLite gives its journals the mode of the database file.
    private static func makePrivateFile(_ path: String) throws {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
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
        try await pool.write { db in
            try db.execute(
                sql: "INSERT INTO token (hash, account_id, device, created_ms) VALUES (?, ?, ?, ?)",
                arguments: [Data(token.bytes), account.rawValue, device, time]
            )
        }
    }

    func remove(_ token: TokenHash) async throws {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM token WHERE hash = ?", arguments: [Data(token.bytes)])
        }
    }

    // MARK: User state

    func settle(_ requests: [UserRequest]) async throws -> [UserAnswer] {
        let (limit, time) = (favoritesMax, now())
        return try await pool.write { db in
            var transaction = UserTransaction(db: db, favoritesMax: limit, time: time)
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
