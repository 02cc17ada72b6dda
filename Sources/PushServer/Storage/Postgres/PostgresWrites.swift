internal import PostgresKit
internal import Shared

/// The changes of a transaction that were not sent yet. One statement with arrays writes all rows of a table.
struct PostgresWrites {
    struct Key: Hashable {
        let account: AccountID
        let key: RecordKey
    }

    struct Client: Hashable {
        let account: AccountID
        let client: ClientID
    }

    struct Outcome {
        let id: Int64
        let refusal: String?
        let version: UInt64
        let effect: [UInt8]
    }

    var places: [AccountID: TablePlace] = [:]
    var records: [Key: Record] = [:]
    var goneRecords: Set<Key> = []
    /// The versions of removals.
    var removals: [Key: UInt64] = [:]
    var goneRemovals: Set<Key> = []
    var outcomes: [Outcome] = []
    var droppedEffects: [Int64] = []
    var goneOutcomes: [Int64] = []
    var clients: [Client: (log: OutcomeLog, seen: MarketTime)] = [:]
    var alertChanges: Set<AccountID> = []

    var isEmpty: Bool {
        places.isEmpty && outcomes.isEmpty && droppedEffects.isEmpty && goneOutcomes.isEmpty && clients.isEmpty
            && alertChanges.isEmpty
    }

    mutating func put(_ record: Record, at key: Key) {
        records[key] = record
        goneRecords.remove(key)
    }

    mutating func remove(_ key: Key, at version: UInt64) {
        records[key] = nil
        goneRecords.insert(key)
        removals[key] = version
        goneRemovals.remove(key)
    }

    mutating func forgetRemoval(of key: Key) {
        removals[key] = nil
        goneRemovals.insert(key)
    }

    func send(_ connection: PostgresConnection) throws(PostgresError) {
        try sendTables(connection)
        try sendOutcomes(connection)
        if !clients.isEmpty {
            let rows = Array(clients)
            try connection.run(
                """
                INSERT INTO client (account_id, client_id, last_number, seen_ms, outcomes)
                SELECT * FROM unnest($1, $2, $3, $4, $5) ON CONFLICT (account_id, client_id) DO UPDATE
                SET last_number = excluded.last_number, seen_ms = excluded.seen_ms, outcomes = excluded.outcomes
                """,
                [
                    .ints(rows.map(\.key.account.rawValue)), .byteArrays(rows.map(\.key.client.bytes)),
                    .ints(rows.map { Int64($0.value.log.lastNumber) }), .ints(rows.map(\.value.seen.milliseconds)),
                    .byteArrays(rows.map(\.value.log.bytes)),
                ]
            )
        }
        if !alertChanges.isEmpty {
            try connection.run(
                // The update locks a note that is there, so that the leader does not take it before this transaction ends.
                """
                INSERT INTO alert_note SELECT * FROM unnest($1)
                ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id
                """,
                [.ints(alertChanges.map(\.rawValue).sorted())]
            )
        }
    }

    private func sendTables(_ connection: PostgresConnection) throws(PostgresError) {
        if !places.isEmpty {
            let rows = Array(places)
            try connection.run(
                """
                UPDATE account SET version = place.version, floor = place.floor
                FROM unnest($1, $2, $3) AS place (id, version, floor) WHERE account.id = place.id
                """,
                [
                    .ints(rows.map(\.key.rawValue)), .ints(rows.map { Int64($0.value.version) }),
                    .ints(rows.map { Int64($0.value.floor) }),
                ]
            )
        }
        if !records.isEmpty {
            let rows = Array(records)
            try connection.run(
                """
                INSERT INTO record (account_id, kind, key, value, version) SELECT * FROM unnest($1, $2, $3, $4, $5)
                ON CONFLICT (account_id, kind, key) DO UPDATE SET value = excluded.value, version = excluded.version
                """,
                Self.columns(rows.map(\.key)) + [
                    .byteArrays(rows.map(\.value.value)), .ints(rows.map { Int64($0.value.version) }),
                ]
            )
        }
        try delete(goneRecords, from: "record", connection)
        if !removals.isEmpty {
            let rows = Array(removals)
            try connection.run(
                """
                INSERT INTO removed_record (account_id, kind, key, version) SELECT * FROM unnest($1, $2, $3, $4)
                ON CONFLICT (account_id, kind, key) DO UPDATE SET version = excluded.version
                """,
                Self.columns(rows.map(\.key)) + [.ints(rows.map { Int64($0.value) })]
            )
        }
        try delete(goneRemovals, from: "removed_record", connection)
    }

    private func delete(_ keys: Set<Key>, from table: String, _ connection: PostgresConnection) throws(PostgresError) {
        if keys.isEmpty { return }
        try connection.run(
            """
            DELETE FROM \(table) AS old USING unnest($1, $2, $3) AS gone (account_id, kind, key)
            WHERE old.account_id = gone.account_id AND old.kind = gone.kind AND old.key = gone.key
            """,
            Self.columns(Array(keys))
        )
    }

    private static func columns(_ keys: [Key]) -> [PostgresValue] {
        [
            .ints(keys.map(\.account.rawValue)), .ints(keys.map { Int64($0.key.kind) }),
            .byteArrays(keys.map(\.key.bytes)),
        ]
    }

    private func sendOutcomes(_ connection: PostgresConnection) throws(PostgresError) {
        if !outcomes.isEmpty {
            try connection.run(
                "INSERT INTO outcome (id, refusal, version, effect) SELECT * FROM unnest($1, $2, $3, $4)",
                [
                    .ints(outcomes.map(\.id)), .texts(outcomes.map(\.refusal)),
                    .ints(outcomes.map { Int64($0.version) }), .byteArrays(outcomes.map(\.effect)),
                ]
            )
        }
        if !droppedEffects.isEmpty {
            try connection.run(
                "UPDATE outcome SET effect = $1 WHERE id = ANY($2) AND length(effect) > 1",
                [.bytes(OutcomeLog.droppedEffect), .ints(droppedEffects)]
            )
        }
        if !goneOutcomes.isEmpty {
            try connection.run("DELETE FROM outcome WHERE id = ANY($1)", [.ints(goneOutcomes)])
        }
    }
}
