internal import Foundation
internal import GRDB
internal import Shared

/// Devices and their tokens as rows, within one transaction.
struct DeviceRows {
    /// How many devices of an account may be signed in. One more signs out the device that was unused for longest.
    static let devicesMax = 100
    /// How many tokens a device may hold from repeated logins, besides the one that it shows.
    static let tokensMax = 8
    /// How many addresses are remembered for an account that has signed in from them.
    static let addressesMax = 32
    /// How long addresses and expired tokens are remembered, so that their owner does not count as a stranger.
    static let originMemory = Duration.seconds(365 * 86_400)
    /// A use is noted only if the last noted use is older than this, so that reconnecting writes little.
    static let useInterval = Duration.seconds(1800)

    let db: Database
    let time: MarketTime
    let lifetime: TokenLifetime

    // MARK: Signing in

    /// - Returns: nil for a token that signs nobody in.
    func standing(of token: TokenHash) throws -> TokenStanding? {
        let row = try db.row(
            """
            SELECT account.id, account.name, device_id, token.created_ms, token.used_ms, is_replaced,
                (SELECT max(created_ms) FROM token AS other WHERE other.device_id = token.device_id) AS newest_ms
            FROM token JOIN device ON device.id = device_id JOIN account ON account.id = account_id
            WHERE hash = ?
            """,
            [Data(token.bytes)]
        )
        guard let row, isAlive(row) else { return nil }
        let (age, sinceNewest) = (elapsed(since: row["created_ms"]), elapsed(since: row["newest_ms"]))
        return TokenStanding(
            account: Account(row: row),
            device: DeviceID(rawValue: UInt64(row["device_id"] as Int64)),
            isRenewalDue: age > lifetime.renewal && sinceNewest > TokenLifetime.renewalInterval
        )
    }

    /// - Returns: whether this use should be noted; nil for a token that does not sign in to `account`.
    func isDue(_ use: TokenUse, of account: AccountID) throws -> Bool? {
        guard let row = try tokenRow(use.token), isAlive(row), row["account_id"] == account.rawValue else { return nil }
        return (row["replaces"] as Data?) != nil || use.address != row["address"] || isNoteDue(row)
    }

    /// Notes that a token was used, and from which address. A token that it replaces now gets the shorter lifetime.
    func touch(_ use: TokenUse) throws {
        guard let row = try tokenRow(use.token), isAlive(row) else { return }
        let (hash, device) = (Data(use.token.bytes), row["device_id"] as Int64)
        if let replaced = row["replaces"] as Data? {
            try db.run("UPDATE token SET is_replaced = TRUE WHERE hash = ?", [replaced])
            try db.run("UPDATE token SET replaces = NULL WHERE hash = ?", [hash])
        }
        if use.address != row["address"] {
            try db.run("UPDATE device SET address = ? WHERE id = ?", [use.address, device])
        }
        try remember(use.address, of: AccountID(rawValue: row["account_id"]))
        if isNoteDue(row) {
            try db.run("UPDATE token SET used_ms = ? WHERE hash = ?", [time.milliseconds, hash])
            try db.run("UPDATE device SET used_ms = ? WHERE id = ?", [time.milliseconds, device])
        }
    }

    private func tokenRow(_ token: TokenHash) throws -> Row? {
        try db.row(
            """
            SELECT account_id, device_id, token.used_ms, is_replaced, replaces, address
            FROM token JOIN device ON device.id = device_id WHERE hash = ?
            """,
            [Data(token.bytes)]
        )
    }

    private func isNoteDue(_ row: Row) -> Bool {
        time > MarketTime(milliseconds: row["used_ms"]).adding(Self.useInterval)
    }

    private func isAlive(_ row: Row) -> Bool {
        elapsed(since: row["used_ms"]) < (row["is_replaced"] ? lifetime.replaced : lifetime.unused)
    }

    private func elapsed(since milliseconds: Int64) -> Duration {
        time.elapsed(since: MarketTime(milliseconds: milliseconds))
    }

    // MARK: Coming and going

    /// - Throws: `UserStoreError.passwordChanged` unless this is still the account's password.
    func demand(_ password: PasswordHash, of account: AccountID) throws {
        let current = try String.fetchOne(
            db,
            sql: "SELECT password FROM account WHERE id = ?",
            arguments: [account.rawValue]
        )
        if current != password.text { throw UserStoreError.passwordChanged }
    }

    /// - Returns: the new device, and the devices that were signed out to make room for it.
    func add(
        _ name: String,
        _ token: TokenHash,
        of account: AccountID,
        at address: String
    ) throws -> (device: DeviceID, evicted: Set<DeviceID>) {
        try db.execute(
            sql: "INSERT INTO device (account_id, name, created_ms, used_ms, address) VALUES (?, ?, ?, ?, ?)",
            arguments: [account.rawValue, name, time.milliseconds, time.milliseconds, address]
        )
        let device = db.lastInsertedRowID
        try add(token, to: device, replacing: nil)
        try remember(address, of: account)
        let evicted = try removed(
            """
            id IN (SELECT id FROM device WHERE account_id = ? ORDER BY used_ms DESC, id DESC LIMIT -1 OFFSET ?)
            """,
            [account.rawValue, Self.devicesMax]
        )
        return (DeviceID(rawValue: UInt64(device)), evicted)
    }

    /// Signs in a known device again, with another token and possibly another name.
    /// - Returns: nil if the token that it shows does not sign in to this account.
    func signInAgain(
        _ name: String,
        _ token: TokenHash,
        of account: AccountID,
        showing shown: TokenHash,
        at address: String
    ) throws -> DeviceID? {
        guard let standing = try standing(of: shown), standing.account.id == account else { return nil }
        try renew(shown, as: token)
        try db.execute(
            sql: "UPDATE device SET name = ?, used_ms = ?, address = ? WHERE id = ?",
            arguments: [name, time.milliseconds, address, Int64(clamping: standing.device.rawValue)]
        )
        try remember(address, of: account)
        try db.run(
            """
            DELETE FROM token WHERE hash IN (
                SELECT hash FROM token WHERE device_id = ?1 AND hash <> ?2
                ORDER BY created_ms DESC, hash = ?3 DESC LIMIT -1 OFFSET ?4)
            """,
            [Int64(clamping: standing.device.rawValue), Data(shown.bytes), Data(token.bytes), Self.tokensMax]
        )
        return standing.device
    }

    /// Gives the device of `old` another token. The old one gets the shorter lifetime once the new one is used.
    func renew(_ old: TokenHash, as new: TokenHash) throws {
        let device = try Int64.fetchOne(
            db,
            sql: "SELECT device_id FROM token WHERE hash = ?",
            arguments: [Data(old.bytes)]
        )
        if let device { try add(new, to: device, replacing: old) }
    }

    /// Revokes a token that no client has received. A device without another token is removed.
    func forget(_ token: TokenHash) throws {
        try db.execute(
            sql: """
                DELETE FROM device WHERE id = (SELECT device_id FROM token WHERE hash = ?1)
                    AND NOT EXISTS (SELECT 1 FROM token WHERE device_id = device.id AND hash <> ?1)
                """,
            arguments: [Data(token.bytes)]
        )
        try db.execute(sql: "DELETE FROM token WHERE hash = ?", arguments: [Data(token.bytes)])
    }

    /// Removes expired tokens, and devices without tokens.
    func sweep() throws {
        let (unused, replaced) = (time.adding(.zero - lifetime.unused), time.adding(.zero - lifetime.replaced))
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO former_token
                SELECT hash, account_id, ? FROM token JOIN device ON device.id = device_id
                WHERE NOT is_replaced AND token.used_ms <= ?
                """,
            arguments: [time.milliseconds, unused.milliseconds]
        )
        try db.execute(
            sql: "DELETE FROM token WHERE used_ms <= CASE WHEN is_replaced THEN ? ELSE ? END",
            arguments: [replaced.milliseconds, unused.milliseconds]
        )
        try db.execute(
            sql: "DELETE FROM device WHERE NOT EXISTS (SELECT 1 FROM token WHERE device_id = device.id)"
        )
        let remembered = time.adding(.zero - Self.originMemory)
        try db.execute(sql: "DELETE FROM former_token WHERE expired_ms <= ?", arguments: [remembered.milliseconds])
        try db.execute(sql: "DELETE FROM sign_in_address WHERE used_ms <= ?", arguments: [remembered.milliseconds])
    }

    private func add(_ token: TokenHash, to device: Int64, replacing old: TokenHash?) throws {
        try db.execute(
            sql: "INSERT INTO token (hash, device_id, created_ms, used_ms, replaces) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                Data(token.bytes), device, time.milliseconds, time.milliseconds, old.map { Data($0.bytes) },
            ]
        )
    }

    // MARK: The list

    /// The account's devices, the last used first.
    func devices(of account: AccountID) throws -> [Device] {
        try Row.fetchAll(
            db,
            sql: "SELECT * FROM device WHERE account_id = ? ORDER BY used_ms DESC, id DESC",
            arguments: [account.rawValue]
        ).map { row in
            Device(
                id: DeviceID(rawValue: UInt64(row["id"] as Int64)),
                name: row["name"],
                created: MarketTime(milliseconds: row["created_ms"]),
                used: MarketTime(milliseconds: row["used_ms"]),
                address: row["address"]
            )
        }
    }

    /// Signs out a device. Only the addresses of other devices stay known, because the revoked device may have used
    /// any of the rest.
    /// - Returns: whether this account had such a device.
    func revoke(_ device: DeviceID, of account: AccountID) throws -> Bool {
        try db.execute(
            sql: "DELETE FROM device WHERE id = ? AND account_id = ?",
            arguments: [Int64(clamping: device.rawValue), account.rawValue]
        )
        if db.changesCount == 0 { return false }
        try forgetAddresses(of: account)
        return true
    }

    /// - Returns: the devices that were signed out.
    func revokeAll(of account: AccountID, but own: DeviceID? = nil) throws -> Set<DeviceID> {
        let own = own.map { Int64(clamping: $0.rawValue) }
        try db.run("DELETE FROM former_token WHERE account_id = ?", [account.rawValue])
        let revoked = try removed("account_id = ? AND id IS NOT ?", [account.rawValue, own])
        try forgetAddresses(of: account)
        return revoked
    }

    /// Forgets all addresses except those that the account's devices used last.
    private func forgetAddresses(of account: AccountID) throws {
        let kept = Set(try devices(of: account).map { HostAddress($0.address).text })
        let known = try String.fetchAll(
            db,
            sql: "SELECT address FROM sign_in_address WHERE account_id = ?",
            arguments: [account.rawValue]
        )
        for address in known where !kept.contains(address) {
            try db.run("DELETE FROM sign_in_address WHERE account_id = ? AND address = ?", [account.rawValue, address])
        }
    }

    private func removed(_ condition: String, _ arguments: StatementArguments) throws -> Set<DeviceID> {
        let sql = "DELETE FROM device WHERE \(condition) RETURNING id"
        return Set(try Int64.fetchAll(db, sql: sql, arguments: arguments).map { DeviceID(rawValue: UInt64($0)) })
    }

    func exists(_ device: DeviceID) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM device WHERE id = ?)",
            arguments: [Int64(clamping: device.rawValue)]
        ) ?? false
    }
}

extension Account {
    init(row: Row) { self.init(id: AccountID(rawValue: row["id"]), name: UserName(stored: row["name"])) }
}
