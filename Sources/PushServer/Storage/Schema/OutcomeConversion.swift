internal import Foundation
internal import GRDB
internal import Shared

/// Moves outcomes that were stored by client into a log, and notes in each client's row where its own outcomes are.
struct OutcomeConversion {
    let db: Database

    func convertAll() throws {
        let clients = try Row.fetchAll(db, sql: "SELECT account_id, client_id, last_number FROM client")
        for client in clients { try convert(client) }
    }

    private func convert(_ client: Row) throws {
        let key: StatementArguments = [client["account_id"], client["client_id"]]
        let rows = try db.rows(
            "SELECT number, refusal, version, effect FROM old_outcome WHERE account_id = ? AND client_id = ? ORDER BY number",
            key
        )
        var log = OutcomeLog()
        for row in rows {
            let number = UInt64(row["number"] as Int64)
            try db.run(
                "INSERT INTO outcome (refusal, version, effect) VALUES (?, ?, ?)",
                [row["refusal"] as String?, row["version"] as Int64, row["effect"] as Data]
            )
            log.append(db.lastInsertedRowID, number: number)
        }
        // The client's row counts back from its last number. Rows that end at another number would be mistaken for
        // other outcomes.
        if log.lastNumber != UInt64(client["last_number"] as Int64) { return }
        try db.run("UPDATE client SET outcomes = ? WHERE account_id = ? AND client_id = ?", [Data(log.bytes)] + key)
    }
}
