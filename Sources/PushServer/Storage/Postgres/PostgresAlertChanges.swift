internal import PostgresKit
internal import Shared

/// Notes that users have changed their alerts or holdings, at whichever node. The leader takes them.
extension PostgresUserStore {
    func changedAlerts(in term: UInt32) async throws -> [AccountID: StoredAlerts] {
        // A look that finds nothing costs no write.
        let isAny = try await read { try $0.one("SELECT 1 AS one FROM alert_note LIMIT 1", []) != nil }
        if !isAny { return [:] }
        // A failover may lose this write. The leader reads all alerts again after each failover, so that does no harm.
        let tables: [AccountID: UserTable] = try await note { session in
            if try !session.leads(in: term) { return [:] }
            // A mutation that is still on its way has locked its note, which is taken the next time.
            let noted = try session.all(
                """
                DELETE FROM alert_note WHERE account_id IN (SELECT account_id FROM alert_note FOR UPDATE SKIP LOCKED)
                RETURNING account_id
                """,
                []
            ).map { $0.account("account_id") }
            // A new statement, which sees the tables that the notes are about.
            let rows = try session.rows(
                "SELECT id, version, floor FROM account WHERE id = ANY($1)",
                [.ints(noted.map(\.rawValue))]
            )
            let places = Dictionary(
                uniqueKeysWithValues: rows.all.map { row in
                    (row.account("id"), TablePlace(version: row.version("version"), floor: row.version("floor")))
                }
            )
            return try session.tables(at: places)
        }
        return tables.mapValues(StoredAlerts.init)
    }
}

extension PostgresSession {
    /// Whether the lease is still that of this term. Taking the lease waits for this lock; prolonging it does not.
    func leads(in term: UInt32) throws -> Bool {
        try one(
            "SELECT term FROM lease WHERE term = ? AND lapses > clock_timestamp() FOR KEY SHARE",
            [.int(Int64(term))]
        ) != nil
    }
}
