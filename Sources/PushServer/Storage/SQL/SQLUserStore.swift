internal import Shared

/// A store of accounts and users' tables in an SQL database. SQLite and PostgreSQL differ in how they run transactions
/// and settle requests. Everything else is written here, once.
protocol SQLUserStore: UserStore, PostStore {
    var lifetime: TokenLifetime { get }
    var now: @Sendable () -> MarketTime { get }

    /// Reads the state of one moment.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value
    /// Performs a write, all or nothing. When this returns, it is on disk.
    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value
    /// Performs a write of the user hub. It waits for no other write, such as a login that waits for a standby.
    func hubWrite<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value
    /// Performs a write of the user hub that a failover of the database may lose: a note of a use, or the removal of what
    /// nobody uses. So it waits for no standby.
    func upkeep<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value
    /// Forgets what is cached of users. Called within a transaction that removes accounts or clients.
    func dropCache()
    /// Removes what else has expired in this kind of database, in the transaction of a sweep.
    func swept(_ db: any SQLSession) throws
    func close() async throws
}

extension SQLUserStore {
    func hubWrite<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await write(body)
    }

    func upkeep<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await write(body)
    }

    func swept(_ db: any SQLSession) throws {}
}

// MARK: Accounts

extension SQLUserStore {
    func accounts() async throws -> [Account] {
        try await read { db in
            try db.all("SELECT id, name FROM account ORDER BY \(db.comparedName)", []).map { Account(row: $0) }
        }
    }

    func account(named name: UserName) async throws -> (Account, PasswordHash)? {
        try await read { try AccountRows(db: $0).account(named: name) }
    }

    func login(to name: UserName, from address: HostAddress, showing token: TokenHash?) async throws -> LoginRecord? {
        let rows = deviceRows
        return try await read { db in
            guard let (account, password) = try AccountRows(db: db).account(named: name) else { return nil }
            let origin = try rows(db).origin(of: account.id, from: address, showing: token)
            return LoginRecord(account: account, password: password, origin: origin)
        }
    }

    func addAccount(named name: UserName, password: PasswordHash) async throws -> Account {
        let time = now()
        return try await write { db in
            guard let account = try AccountRows(db: db).add(name, password, at: time) else {
                throw UserStoreError.nameTaken(name.text)
            }
            return account
        }
    }

    func removeAccount(named name: UserName) async throws -> Bool { try await write { try remove(name, $0) } }

    /// Removes an account with all of its rows.
    /// - Returns: false if no account has this name.
    func remove(_ name: UserName, _ db: any SQLSession) throws -> Bool {
        guard let (account, _) = try AccountRows(db: db).account(named: name) else { return false }
        try db.lock([account.id])
        try clientRows(db).removeAll(of: account.id)
        try db.perform("DELETE FROM account WHERE id = ?", [.account(account.id)])
        dropCache()
        return true
    }

    func setPassword(
        _ password: PasswordHash,
        of account: AccountID,
        replacing current: PasswordHash?,
        signingOut scope: SignOutScope
    ) async throws -> Set<DeviceID> {
        let rows = deviceRows
        return try await write { db in
            try db.lock([account])
            if let current { try rows(db).demand(current, of: account) }
            try AccountRows(db: db).set(password, of: account)
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
        return try await read { try rows($0).standing(of: token) }
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
        return try await write { db in
            try db.lock([account])
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
        try await write { db in
            try db.lock(accountsOf: [old])
            try rows(db).renew(old, as: new)
        }
    }

    func forget(_ tokens: Set<TokenHash>) async throws {
        let rows = deviceRows
        try await upkeep { db in
            try db.lock(accountsOf: Array(tokens))
            for token in tokens { try rows(db).forget(token) }
        }
    }

    func touch(_ uses: [TokenUse]) async throws {
        let (rows, clients) = (deviceRows, clientRows)
        try await upkeep { db in
            try db.lock(accountsOf: uses.map(\.token))
            for use in uses {
                try rows(db).touch(use)
                try clients(db).touch(use)
            }
        }
    }

    func sweep(keeping connected: Set<ClientID>) async throws {
        let (rows, clients, time) = (deviceRows, clientRows, now())
        try await upkeep { db in
            // First, because it locks accounts. All transactions lock these before other rows, so that no two nodes wait for
            // each other.
            try clients(db).sweep(keeping: connected)
            try rows(db).sweep()
            try InvitationRows(db: db, time: time).sweep()
            dropCache()
            try swept(db)
        }
    }

    func devices(of account: AccountID) async throws -> [Device] {
        let rows = deviceRows
        return try await read { try rows($0).devices(of: account) }
    }

    func revoke(_ device: DeviceID, of account: AccountID) async throws -> Bool {
        let rows = deviceRows
        return try await hubWrite { db in
            try db.lock([account])
            return try rows(db).revoke(device, of: account)
        }
    }

    var deviceRows: @Sendable (any SQLSession) -> DeviceRows {
        { [lifetime, time = now()] db in DeviceRows(db: db, time: time, lifetime: lifetime) }
    }

    private var clientRows: @Sendable (any SQLSession) -> ClientRows {
        { [time = now()] db in ClientRows(db: db, time: time) }
    }
}

/// Accounts as rows, within one transaction.
struct AccountRows {
    let db: any SQLSession

    /// - Returns: nil if there is no such account.
    func account(named name: UserName) throws -> (Account, PasswordHash)? {
        try db.one("SELECT id, name, password FROM account WHERE \(db.comparedName) = ?", [.text(name.folded)])
            .map { (Account(row: $0), PasswordHash(text: $0.text("password") ?? "")) }
    }

    /// - Returns: nil if the name is taken.
    func add(_ name: UserName, _ password: PasswordHash, at time: MarketTime) throws -> Account? {
        try db.one(
            """
            INSERT INTO account (name, password, created_ms) VALUES (?, ?, ?)
            ON CONFLICT (\(db.comparedName)) DO NOTHING RETURNING id
            """,
            [.text(name.text), .text(password.text), .time(time)]
        ).map { Account(id: $0.account("id"), name: name) }
    }

    /// Whoever holds an invitation that was not used could otherwise replace the new password.
    func set(_ password: PasswordHash, of account: AccountID) throws {
        try db.perform("UPDATE account SET password = ? WHERE id = ?", [.text(password.text), .account(account)])
        try db.perform("DELETE FROM invitation WHERE account_id = ? AND used_ms IS NULL", [.account(account)])
    }
}
