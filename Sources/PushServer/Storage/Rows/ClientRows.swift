internal import Shared

/// The client processes that have changed something, as rows, within one transaction.
struct ClientRows {
    /// How long a client process is remembered after its last connection.
    static let memory: Int64 = 90 * 86_400
    /// How many clients of an account are remembered besides the connected ones. The limit holds separately for
    /// clients with one change and for clients with more. So invented clients cannot fill the disk, and a command that
    /// runs each minute does not displace terminals.
    static let clientsMax = 200
    /// A client's presence is noted only if the last noted time is older than this, in seconds.
    static let seenInterval: Int64 = 43_200

    let db: any SQLSession
    let time: MarketTime

    /// - Returns: nil for an unknown client.
    func standing(of client: ClientID, _ account: AccountID) throws -> ClientStanding? {
        let row = try db.one(
            "SELECT last_number, seen_ms FROM client WHERE account_id = ? AND client_id = ?",
            [.account(account), .bytes(client.bytes)]
        )
        return row.map { standing(at: $0) }
    }

    /// - Parameter row: the client's, with `last_number` and `seen_ms`.
    func standing(at row: any SQLRow) -> ClientStanding {
        ClientStanding(lastNumber: row.version("last_number"), isUseDue: row.time("seen_ms") < seenLimit)
    }

    /// Notes that the token's client is connected, so that it is remembered for longer.
    func touch(_ use: TokenUse) throws {
        guard let client = use.client else { return }
        try db.perform(
            """
            UPDATE client SET seen_ms = ? WHERE client_id = ? AND seen_ms < ? AND account_id =
                (SELECT account_id FROM token JOIN device ON device.id = device_id WHERE hash = ?)
            """,
            [.time(time), .bytes(client.bytes), .time(seenLimit), .token(use.token)]
        )
    }

    private var seenLimit: MarketTime { time.adding(seconds: -Self.seenInterval) }

    // MARK: Forgetting

    /// Keeps the clients of an account that were connected last, and those in `kept`. Clients with only one change,
    /// such as one-shot commands, are counted separately.
    func forgetOldest(of account: AccountID, keeping kept: Set<ClientID>) throws {
        for hasChangedMore in [false, true] {
            let oldest = try db.all(
                """
                SELECT account_id, client_id, seen_ms, outcomes FROM client
                WHERE account_id = ?1 AND (last_number > 1) = ?2 AND client_id NOT IN (
                    SELECT client_id FROM client WHERE account_id = ?1 AND (last_number > 1) = ?2
                    ORDER BY seen_ms DESC LIMIT ?3)
                """,
                [.account(account), .bool(hasChangedMore), .count(Self.clientsMax)]
            )
            for row in oldest { try forget(row, unlessIn: kept) }
        }
    }

    /// Removes clients that have been away for long and are not in `kept`. It locks their accounts, as a note of a use
    /// does, and decides only then, because another node may have noted a use meanwhile.
    func sweep(keeping kept: Set<ClientID>) throws {
        let limit = SQLValue.time(time.adding(seconds: -Self.memory))
        let accounts = try db.all("SELECT DISTINCT account_id FROM client WHERE seen_ms < ?", [limit])
        if accounts.isEmpty { return }
        try db.lock(accounts.map { $0.account("account_id") })
        let old = try db.all("SELECT account_id, client_id, seen_ms, outcomes FROM client WHERE seen_ms < ?", [limit])
        for row in old { try forget(row, unlessIn: kept) }
    }

    private func forget(_ row: any SQLRow, unlessIn kept: Set<ClientID>) throws {
        if let client = ClientID(bytes: row.bytes("client_id") ?? []), kept.contains(client) { return }
        try db.perform(
            "UPDATE account SET forgotten_ms = ?1 WHERE id = ?2 AND forgotten_ms < ?1",
            [.time(row.time("seen_ms")), .account(row.account("account_id"))]
        )
        try remove(row)
    }

    /// Removes all clients of an account that is being removed.
    func removeAll(of account: AccountID) throws {
        let clients = try db.all(
            "SELECT account_id, client_id, outcomes FROM client WHERE account_id = ?",
            [.account(account)]
        )
        for row in clients { try remove(row) }
    }

    private func remove(_ row: any SQLRow) throws {
        for id in OutcomeLog(lastNumber: 0, bytes: row.bytes("outcomes") ?? []).ids {
            try db.perform("DELETE FROM outcome WHERE id = ?", [.int(id)])
        }
        try db.perform(
            "DELETE FROM client WHERE account_id = ? AND client_id = ?",
            [.account(row.account("account_id")), .bytes(row.bytes("client_id") ?? [])]
        )
    }
}
