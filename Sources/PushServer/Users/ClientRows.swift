internal import Foundation
internal import GRDB
internal import Shared

/// What each client process has done, as rows, within one transaction: the memory behind exactly-once.
struct ClientRows {
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

    private func key(_ client: ClientID, _ account: AccountID) -> StatementArguments {
        [account.rawValue, Data(client.bytes)]
    }
}
