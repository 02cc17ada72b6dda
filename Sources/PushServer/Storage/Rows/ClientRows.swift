internal import Foundation
internal import GRDB
internal import Shared

/// The mutations that each client process has made, as rows, within one transaction. They make every mutation take
/// effect exactly once.
struct ClientRows {
    /// How long a client process is remembered after its last connection.
    static let memory: Int64 = 90 * 86_400
    /// How many clients of an account are remembered besides the connected ones. The limit holds separately for
    /// clients with one change and for clients with more. So invented clients cannot fill the disk, and a command that
    /// runs each minute does not displace terminals.
    static let clientsMax = 200
    /// A client's presence is noted only if the last noted time is older than this, in seconds.
    static let seenInterval: Int64 = 43_200

    let db: Database
    let time: MarketTime
    let outcomes: OutcomeRows

    /// - Parameter inFlight: how many mutations of a client may be unanswered.
    init(db: Database, time: MarketTime, inFlight: Int) {
        (self.db, self.time) = (db, time)
        outcomes = OutcomeRows(db: db, inFlight: inFlight)
    }

    /// The client's settled mutations. An unknown client has none.
    func log(of client: ClientID, _ account: AccountID) throws -> OutcomeLog {
        let row = try db.row(
            "SELECT last_number, outcomes FROM client WHERE account_id = ? AND client_id = ?",
            key(client, account)
        )
        return row.map { OutcomeLog(lastNumber: UInt64($0["last_number"] as Int64), bytes: $0["outcomes"]) }
            ?? OutcomeLog()
    }

    /// - Returns: nil for an unknown client.
    func standing(of client: ClientID, _ account: AccountID) throws -> (lastNumber: UInt64, isUseDue: Bool)? {
        let row = try db.row(
            "SELECT last_number, seen_ms FROM client WHERE account_id = ? AND client_id = ?",
            key(client, account)
        )
        return row.map { row in
            (UInt64(row["last_number"] as Int64), MarketTime(milliseconds: row["seen_ms"]) < seenLimit)
        }
    }

    /// The latest time at which a client of this account was connected that is now forgotten; nil if none was
    /// forgotten.
    func forgotten(of account: AccountID) throws -> MarketTime? {
        let row = try db.row("SELECT forgotten_ms FROM account WHERE id = ? AND forgotten_ms > 0", [account.rawValue])
        return row.map { MarketTime(milliseconds: $0["forgotten_ms"]) }
    }

    /// Notes that the token's client is connected, so that it is remembered for longer.
    func touch(_ use: TokenUse) throws {
        guard let client = use.client else { return }
        try db.run(
            """
            UPDATE client SET seen_ms = ? WHERE client_id = ? AND seen_ms < ? AND account_id =
                (SELECT account_id FROM token JOIN device ON device.id = device_id WHERE hash = ?)
            """,
            [time.milliseconds, Data(client.bytes), seenLimit.milliseconds, Data(use.token.bytes)]
        )
    }

    private var seenLimit: MarketTime { time.adding(seconds: -Self.seenInterval) }

    /// - Parameter effect: nil for a mutation that was refused.
    func store(
        _ result: MutationResult,
        _ effect: MutationEffect?,
        in log: consuming OutcomeLog,
        of client: ClientID,
        _ account: AccountID
    ) throws {
        try outcomes.append(result, effect, to: &log)
        try db.run(
            """
            INSERT INTO client (account_id, client_id, last_number, seen_ms, outcomes) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE
            SET last_number = excluded.last_number, seen_ms = excluded.seen_ms, outcomes = excluded.outcomes
            """,
            key(client, account) + [Int64(result.number), time.milliseconds, log.bytes]
        )
    }

    // MARK: Forgetting

    /// Keeps the clients of an account that were connected last, and those in `kept`. Clients with only one change,
    /// such as one-shot commands, are counted separately.
    func forgetOldest(of account: AccountID, keeping kept: Set<ClientID>) throws {
        for hasChangedMore in [false, true] {
            let oldest = try db.rows(
                """
                SELECT client_id FROM client WHERE account_id = ? AND (last_number > 1) = ?
                ORDER BY seen_ms DESC LIMIT -1 OFFSET ?
                """,
                [account.rawValue, hasChangedMore, Self.clientsMax]
            )
            for row in oldest { try forget(row["client_id"], account.rawValue, unlessIn: kept) }
        }
    }

    /// Removes clients that have been away for long and are not in `kept`.
    func sweep(keeping kept: Set<ClientID>) throws {
        let old = try db.rows(
            "SELECT account_id, client_id FROM client WHERE seen_ms < ?",
            [time.adding(seconds: -Self.memory).milliseconds]
        )
        for row in old { try forget(row["client_id"], row["account_id"], unlessIn: kept) }
    }

    private func forget(_ client: Data, _ account: Int64, unlessIn kept: Set<ClientID>) throws {
        if let client = ClientID(bytes: client), kept.contains(client) { return }
        try db.run(
            """
            UPDATE account SET forgotten_ms = max(forgotten_ms,
                (SELECT seen_ms FROM client WHERE account_id = ?1 AND client_id = ?2)) WHERE id = ?1
            """,
            [account, client]
        )
        try remove(client, account)
    }

    /// Removes all clients of an account that is being removed.
    func removeAll(of account: AccountID) throws {
        let clients = try db.rows("SELECT client_id FROM client WHERE account_id = ?", [account.rawValue])
        for row in clients { try remove(row["client_id"], account.rawValue) }
    }

    private func remove(_ client: Data, _ account: Int64) throws {
        let row = try db.row("SELECT outcomes FROM client WHERE account_id = ? AND client_id = ?", [account, client])
        if let row { try outcomes.delete(OutcomeLog(lastNumber: 0, bytes: row["outcomes"]).ids) }
        try db.run("DELETE FROM client WHERE account_id = ? AND client_id = ?", [account, client])
    }

    private func key(_ client: ClientID, _ account: AccountID) -> StatementArguments {
        [account.rawValue, Data(client.bytes)]
    }
}
