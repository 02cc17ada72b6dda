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
    /// More results than this nobody can be waiting for.
    let resultsMax: UInt64

    /// The highest number that is settled; 0 for a client that is not known.
    func lastNumber(of client: ClientID, _ account: AccountID) throws -> UInt64 {
        let row = try db.row(
            "SELECT last_number FROM client WHERE account_id = ? AND client_id = ?",
            key(client, account)
        )
        return row.map { UInt64($0["last_number"] as Int64) } ?? 0
    }

    /// - Returns: nil for a result that was forgotten.
    func result(
        _ number: UInt64,
        of client: ClientID,
        _ account: AccountID
    ) throws -> (outcome: MutationResult.Outcome, version: UInt64)? {
        let row = try db.row(
            "SELECT refusal, version FROM result WHERE account_id = ? AND client_id = ? AND number = ?",
            key(client, account) + [Int64(clamping: number)]
        )
        return row.map { row in
            let refusal: String? = row["refusal"]
            return (refusal.map { .refused(reason: $0) } ?? .applied, UInt64(row["version"] as Int64))
        }
    }

    /// Keeps a result, and forgets those that the client has seen, or that are too far back for it to be waiting for.
    func store(_ result: MutationResult, settled: UInt64, of client: ClientID, _ account: AccountID) throws {
        try db.run(
            """
            INSERT INTO client (account_id, client_id, last_number, seen_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET last_number = excluded.last_number, seen_ms = excluded.seen_ms
            """,
            key(client, account) + [Int64(result.number), time.milliseconds]
        )
        let tooOld = result.number > resultsMax ? result.number - resultsMax : 0
        try db.run(
            "DELETE FROM result WHERE account_id = ? AND client_id = ? AND number <= ?",
            key(client, account) + [Int64(clamping: max(settled, tooOld))]
        )
        var refusal: String?
        if case .refused(let reason) = result.outcome { refusal = reason }
        try db.run(
            "INSERT INTO result (account_id, client_id, number, refusal, version) VALUES (?, ?, ?, ?, ?)",
            key(client, account) + [Int64(result.number), refusal, Int64(result.version)]
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
