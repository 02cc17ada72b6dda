internal import Foundation
internal import GRDB
internal import Shared

/// What each client process has done, as rows, within one transaction: the memory behind exactly-once.
struct ClientRows {
    /// What a client process did is remembered for this long after its last change.
    static let memory: Int64 = 90 * 86_400
    /// Of one account, beside those that are connected: whoever makes up new ones does not fill the disk.
    static let clientsMax = 200

    let db: Database
    let time: MarketTime
    /// So many outcomes of a client are kept: as many as it may be waiting for, and as undos reach back.
    let outcomesMax: UInt64

    /// - Parameter inFlight: how many mutations of a client may be unanswered.
    init(db: Database, time: MarketTime, inFlight: Int) {
        (self.db, self.time) = (db, time)
        outcomesMax = UInt64(max(inFlight, MutationHistory.depth))
    }

    /// The highest number that is settled; 0 for a client that is not known.
    func lastNumber(of client: ClientID, _ account: AccountID) throws -> UInt64 {
        let row = try db.row(
            "SELECT last_number FROM client WHERE account_id = ? AND client_id = ?",
            key(client, account)
        )
        return row.map { UInt64($0["last_number"] as Int64) } ?? 0
    }

    /// - Returns: nil for an outcome that was forgotten.
    func outcome(
        _ number: UInt64,
        of client: ClientID,
        _ account: AccountID
    ) throws -> (outcome: MutationResult.Outcome, version: UInt64, isChange: Bool)? {
        let row = try db.row(
            "SELECT refusal, version, length(effect) > 0 AS changed FROM outcome WHERE account_id = ? AND client_id = ? AND number = ?",
            key(client, account) + [Int64(clamping: number)]
        )
        return row.map { row in
            let refusal: String? = row["refusal"]
            return (refusal.map { .refused(reason: $0) } ?? .applied, UInt64(row["version"] as Int64), row["changed"])
        }
    }

    /// What the client's newest mutations changed.
    /// - Parameter last: the number of the newest.
    func history(of client: ClientID, _ account: AccountID, through last: UInt64) throws -> MutationHistory {
        let rows = try db.rows(
            """
            SELECT number, version, effect FROM outcome
            WHERE account_id = ? AND client_id = ? AND number > ? AND refusal IS NULL
            """,
            key(client, account) + [Int64(last) - Int64(MutationHistory.depth)]
        )
        let effects = rows.map { row in
            let bytes = Array(row["effect"] as Data)
            return (
                UInt64(row["number"] as Int64),
                MutationEffect(version: UInt64(row["version"] as Int64), bytes: bytes)
            )
        }
        return MutationHistory(Dictionary(uniqueKeysWithValues: effects))
    }

    /// Keeps an outcome, and forgets one that is too old.
    /// - Parameter effect: nil for a mutation that was refused.
    func store(
        _ result: MutationResult,
        _ effect: MutationEffect?,
        of client: ClientID,
        _ account: AccountID
    ) throws {
        try db.run(
            """
            INSERT INTO client (account_id, client_id, last_number, seen_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET last_number = excluded.last_number, seen_ms = excluded.seen_ms
            """,
            key(client, account) + [Int64(result.number), time.milliseconds]
        )
        if result.number > outcomesMax {
            try db.run(
                "DELETE FROM outcome WHERE account_id = ? AND client_id = ? AND number <= ?",
                key(client, account) + [Int64(result.number - outcomesMax)]
            )
        }
        var refusal: String?
        if case .refused(let reason) = result.outcome { refusal = reason }
        try db.run(
            """
            INSERT INTO outcome (account_id, client_id, number, refusal, version, effect) VALUES (?, ?, ?, ?, ?, ?)
            """,
            key(client, account)
                + [Int64(result.number), refusal, Int64(result.version), Data(effect?.bytes ?? [])]
        )
    }

    // MARK: Forgetting

    /// Of an account's clients, those that changed something last stay, and those in `kept`.
    func forgetOldest(of account: AccountID, keeping kept: Set<ClientID>) throws {
        let oldest = try db.rows(
            "SELECT client_id FROM client WHERE account_id = ? ORDER BY seen_ms DESC LIMIT -1 OFFSET ?",
            [account.rawValue, Self.clientsMax]
        )
        for row in oldest { try forget(row["client_id"], account.rawValue, unlessIn: kept) }
    }

    /// Those that have changed nothing for long, but for those in `kept`.
    func sweep(keeping kept: Set<ClientID>) throws {
        let old = try db.rows(
            "SELECT account_id, client_id FROM client WHERE seen_ms < ?",
            [time.adding(seconds: -Self.memory).milliseconds]
        )
        for row in old { try forget(row["client_id"], row["account_id"], unlessIn: kept) }
    }

    private func forget(_ client: Data, _ account: Int64, unlessIn kept: Set<ClientID>) throws {
        if let client = ClientID(bytes: client), kept.contains(client) { return }
        try db.run("DELETE FROM client WHERE account_id = ? AND client_id = ?", [account, client])
    }

    private func key(_ client: ClientID, _ account: AccountID) -> StatementArguments {
        [account.rawValue, Data(client.bytes)]
    }
}
