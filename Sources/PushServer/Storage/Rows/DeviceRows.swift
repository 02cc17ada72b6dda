internal import Shared

/// Devices and their tokens as rows, within one transaction.
struct DeviceRows {
    /// How many devices of an account may be signed in. One more signs out the least recently used device.
    static let devicesMax = 100
    /// How many tokens a device may hold from repeated logins, besides the one that it shows.
    static let tokensMax = 8
    /// How many addresses are remembered for an account that has signed in from them.
    static let addressesMax = 32
    /// How long addresses and expired tokens are remembered, so that their owner does not count as a stranger.
    static let originMemory = Duration.seconds(365 * 86_400)
    let db: any SQLSession
    let time: MarketTime
    let lifetime: TokenLifetime

    /// The time of a use as it is noted: the beginning of its hour. So the stored data do not say when exactly somebody was
    /// there, and reconnecting writes little. An unused token expires up to an hour early.
    var hour: MarketTime { CandleInterval.hour.start(of: time) }

    // MARK: Signing in

    /// - Returns: nil for a token that signs nobody in.
    func standing(of token: TokenHash) throws -> TokenStanding? {
        let row = try db.one(
            """
            SELECT account.id, account.name, device_id, token.created_ms, token.used_ms, is_replaced,
                (SELECT max(created_ms) FROM token AS other WHERE other.device_id = token.device_id) AS newest_ms
            FROM token JOIN device ON device.id = device_id JOIN account ON account.id = account_id
            WHERE hash = ?
            """,
            [.token(token)]
        )
        guard let row, isAlive(row) else { return nil }
        let (age, sinceNewest) = (elapsed(since: row.time("created_ms")), elapsed(since: row.time("newest_ms")))
        return TokenStanding(
            account: Account(row: row),
            device: row.device("device_id"),
            isRenewalDue: age > lifetime.renewal && sinceNewest > TokenLifetime.renewalInterval
        )
    }

    /// - Returns: nil for a token that does not sign in to `account`.
    func account(_ account: AccountID, for use: TokenUse) throws -> JoinedAccount? {
        let row = try db.one(
            """
            SELECT \(Self.tokenColumns), version, floor, forgotten_ms
            FROM token JOIN device ON device.id = device_id JOIN account ON account.id = account_id WHERE hash = ?
            """,
            [.token(use.token)]
        )
        guard let row, let isUseDue = isDue(use, of: account, at: row) else { return nil }
        return JoinedAccount(row: row, isUseDue: isUseDue)
    }

    /// - Parameter row: the token's, with the columns of `tokenColumns`.
    /// - Returns: whether this use should be noted; nil for a token that does not sign in to `account`.
    func isDue(_ use: TokenUse, of account: AccountID, at row: any SQLRow) -> Bool? {
        guard isAlive(row), row.account("account_id") == account else { return nil }
        return row.bytes("replaces") != nil || use.address != row.text("address") || isNoteDue(row)
    }

    /// Notes that a token was used, and from which address. A token that it replaces now gets the shorter lifetime. A
    /// token that replaces it and has not been used yet stays as fresh, because a client may stay connected for longer than a
    /// token lives, and shows the newer one only when it comes back.
    func touch(_ use: TokenUse) throws {
        guard let row = try tokenRow(use.token), isAlive(row) else { return }
        let device = row.device("device_id")
        if let replaced = row.bytes("replaces") {
            try db.perform("UPDATE token SET is_replaced = TRUE WHERE hash = ?", [.bytes(replaced)])
            try db.perform("UPDATE token SET replaces = NULL WHERE hash = ?", [.token(use.token)])
        }
        if use.address != row.text("address") {
            try db.perform("UPDATE device SET address = ? WHERE id = ?", [.text(use.address), .device(device)])
        }
        try remember(use.address, of: row.account("account_id"))
        if isNoteDue(row) {
            try db.perform(
                "UPDATE token SET used_ms = ?1 WHERE device_id = ?2 AND (hash = ?3 OR replaces = ?3)",
                [.time(hour), .device(device), .token(use.token)]
            )
            try db.perform("UPDATE device SET used_ms = ? WHERE id = ?", [.time(hour), .device(device)])
        }
    }

    static let tokenColumns =
        "hash, account_id, device_id, token.used_ms AS used_ms, is_replaced, replaces, address"

    private func tokenRow(_ token: TokenHash) throws -> (any SQLRow)? {
        try db.one(
            "SELECT \(Self.tokenColumns) FROM token JOIN device ON device.id = device_id WHERE hash = ?",
            [.token(token)]
        )
    }

    private func isNoteDue(_ row: any SQLRow) -> Bool { hour > row.time("used_ms") }

    private func isAlive(_ row: any SQLRow) -> Bool {
        elapsed(since: row.time("used_ms")) < (row.flag("is_replaced") ? lifetime.replaced : lifetime.unused)
    }

    private func elapsed(since moment: MarketTime) -> Duration { time.elapsed(since: moment) }

    // MARK: Coming and going

    /// - Throws: `UserStoreError.passwordChanged` unless this is still the account's password.
    func demand(_ password: PasswordHash, of account: AccountID) throws {
        let row = try db.one("SELECT password FROM account WHERE id = ?", [.account(account)])
        if row?.text("password") != password.text { throw UserStoreError.passwordChanged }
    }

    /// - Returns: the new device, and the devices that were signed out to make room for it.
    func add(
        _ name: String,
        _ token: TokenHash,
        of account: AccountID,
        at address: String
    ) throws -> (device: DeviceID, evicted: Set<DeviceID>) {
        let row = try db.one(
            "INSERT INTO device (account_id, name, created_ms, used_ms, address) VALUES (?, ?, ?, ?, ?) RETURNING id",
            [.account(account), .text(name), .time(time), .time(hour), .text(address)]
        )
        guard let device = row?.device("id") else { preconditionFailure("an insertion returns its row") }
        try add(token, to: device, replacing: nil)
        try remember(address, of: account)
        let evicted = try removed(
            """
            account_id = ?1 AND id NOT IN (
                SELECT id FROM device WHERE account_id = ?1 ORDER BY used_ms DESC, id DESC LIMIT ?2)
            """,
            [.account(account), .count(Self.devicesMax)]
        )
        return (device, evicted)
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
        try db.perform(
            "UPDATE device SET name = ?, used_ms = ?, address = ? WHERE id = ?",
            [.text(name), .time(hour), .text(address), .device(standing.device)]
        )
        try remember(address, of: account)
        try db.perform(
            """
            DELETE FROM token WHERE device_id = ?1 AND hash <> ?2 AND hash NOT IN (
                SELECT hash FROM token WHERE device_id = ?1 AND hash <> ?2
                ORDER BY created_ms DESC, hash = ?3 DESC LIMIT ?4)
            """,
            [.device(standing.device), .token(shown), .token(token), .count(Self.tokensMax)]
        )
        return standing.device
    }

    /// Gives the device of `old` another token. The old one gets the shorter lifetime once the new one is used.
    func renew(_ old: TokenHash, as new: TokenHash) throws {
        let row = try db.one("SELECT device_id FROM token WHERE hash = ?", [.token(old)])
        if let row { try add(new, to: row.device("device_id"), replacing: old) }
    }

    /// Revokes a token that no client has received. A device without another token is removed.
    func forget(_ token: TokenHash) throws {
        try db.perform(
            """
            DELETE FROM device WHERE id = (SELECT device_id FROM token WHERE hash = ?1)
                AND NOT EXISTS (SELECT 1 FROM token WHERE device_id = device.id AND hash <> ?1)
            """,
            [.token(token)]
        )
        try db.perform("DELETE FROM token WHERE hash = ?", [.token(token)])
    }

    /// Removes expired tokens, and devices without tokens.
    func sweep() throws {
        let (unused, replaced) = (time.adding(.zero - lifetime.unused), time.adding(.zero - lifetime.replaced))
        try db.perform(
            """
            INSERT INTO former_token (hash, account_id, expired_ms)
            SELECT hash, account_id, ? FROM token JOIN device ON device.id = device_id
            WHERE NOT is_replaced AND token.used_ms <= ?
            ON CONFLICT (hash) DO NOTHING
            """,
            [.time(time), .time(unused)]
        )
        try db.perform(
            "DELETE FROM token WHERE used_ms <= CASE WHEN is_replaced THEN ? ELSE ? END",
            [.time(replaced), .time(unused)]
        )
        try db.perform(
            "DELETE FROM device WHERE NOT EXISTS (SELECT 1 FROM token WHERE device_id = device.id)",
            []
        )
        let remembered = time.adding(.zero - Self.originMemory)
        try db.perform("DELETE FROM former_token WHERE expired_ms <= ?", [.time(remembered)])
        try db.perform("DELETE FROM sign_in_address WHERE used_ms <= ?", [.time(remembered)])
    }

    private func add(_ token: TokenHash, to device: DeviceID, replacing old: TokenHash?) throws {
        try db.perform(
            "INSERT INTO token (hash, device_id, created_ms, used_ms, replaces) VALUES (?, ?, ?, ?, ?)",
            [.token(token), .device(device), .time(time), .time(hour), .optional(old?.bytes)]
        )
    }

    // MARK: The list

    /// The account's devices, the last used first.
    func devices(of account: AccountID) throws -> [Device] {
        try db.all(
            """
            SELECT id, name, created_ms, used_ms, address FROM device WHERE account_id = ?
            ORDER BY used_ms DESC, id DESC
            """,
            [.account(account)]
        ).map { row in
            Device(
                id: row.device("id"),
                name: row.text("name") ?? "",
                created: row.time("created_ms"),
                used: row.time("used_ms"),
                address: row.text("address") ?? ""
            )
        }
    }

    /// Signs out a device. Only the addresses of other devices stay known, because the revoked device may have used
    /// any of the rest.
    /// - Returns: whether this account had such a device.
    func revoke(_ device: DeviceID, of account: AccountID) throws -> Bool {
        if try removed("id = ? AND account_id = ?", [.device(device), .account(account)]).isEmpty { return false }
        try forgetAddresses(of: account)
        return true
    }

    /// - Returns: the devices that were signed out.
    func revokeAll(of account: AccountID, but own: DeviceID? = nil) throws -> Set<DeviceID> {
        try db.perform("DELETE FROM former_token WHERE account_id = ?", [.account(account)])
        // No device has the number 0.
        let own = own ?? DeviceID(rawValue: 0)
        let revoked = try removed("account_id = ? AND id <> ?", [.account(account), .device(own)])
        try forgetAddresses(of: account)
        return revoked
    }

    /// Forgets all addresses except those that the account's devices used last.
    private func forgetAddresses(of account: AccountID) throws {
        let kept = Set(try devices(of: account).map { HostAddress($0.address).text })
        let known = try db.all("SELECT address FROM sign_in_address WHERE account_id = ?", [.account(account)])
        for address in known.compactMap({ $0.text("address") }) where !kept.contains(address) {
            try db.perform(
                "DELETE FROM sign_in_address WHERE account_id = ? AND address = ?",
                [.account(account), .text(address)]
            )
        }
    }

    private func removed(_ condition: String, _ values: [SQLValue]) throws -> Set<DeviceID> {
        Set(try db.all("DELETE FROM device WHERE \(condition) RETURNING id", values).map { $0.device("id") })
    }

    func exists(_ device: DeviceID) throws -> Bool {
        try db.one("SELECT id FROM device WHERE id = ?", [.device(device)]) != nil
    }
}

extension Account {
    /// - Parameter row: with the columns `id` and `name`.
    init(row: any SQLRow) { self.init(id: row.account("id"), name: UserName(stored: row.text("name") ?? "")) }
}
