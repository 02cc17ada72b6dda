internal import Foundation
internal import GRDB
internal import Shared

/// A transaction's rows in SQLite, statement by statement. The database is in this process, so a statement costs some
/// microseconds and nothing is gained by gathering them.
final class SQLiteTransactionRows: UserTransactionRows {
    private let db: Database
    let identity: StoreIdentity
    /// What need not be read, because it is cached and no other process has written since.
    private let places: [AccountID: TablePlace]
    private(set) var logs: [AccountID: [ClientID: OutcomeLog]]

    var session: any SQLSession { db }
    func isPresentElsewhere(_ account: AccountID) throws -> Bool { false }

    init(db: Database, identity: StoreIdentity, cached: [AccountID: UserCache.User] = [:]) {
        (self.db, self.identity) = (db, identity)
        places = cached.mapValues { TablePlace(version: $0.table.version, floor: $0.table.floor) }
        logs = cached.mapValues(\.logs)
    }

    // MARK: Tables

    func place(of account: AccountID) throws -> TablePlace? {
        try places[account] ?? UserRows(db: db).place(of: account)
    }

    func table(of account: AccountID, at place: TablePlace) throws -> UserTable {
        try UserRows(db: db).table(of: account, at: place)
    }

    func store(_ effect: MutationEffect, in table: UserTable, of account: AccountID) throws {
        try db.run(
            "UPDATE account SET version = ?, floor = ? WHERE id = ?",
            [Int64(table.version), Int64(table.floor), account.rawValue]
        )
        for (key, touch) in effect.touched {
            if let record = table[key] {
                try db.run(
                    "INSERT OR REPLACE INTO record (account_id, kind, key, value, version) VALUES (?, ?, ?, ?, ?)",
                    place(key, account) + [Data(record.value), Int64(record.version)]
                )
                if touch.wasAbsent { try forget(key, account) }
            } else {
                try db.run("DELETE FROM record WHERE account_id = ? AND kind = ? AND key = ?", place(key, account))
                try db.run(
                    "INSERT OR REPLACE INTO removed_record (account_id, kind, key, version) VALUES (?, ?, ?, ?)",
                    place(key, account) + [Int64(effect.version)]
                )
            }
        }
        for key in effect.forgotten { try forget(key, account) }
    }

    private func forget(_ key: RecordKey, _ account: AccountID) throws {
        try db.run("DELETE FROM removed_record WHERE account_id = ? AND kind = ? AND key = ?", place(key, account))
    }

    private func place(_ key: RecordKey, _ account: AccountID) -> StatementArguments {
        [account.rawValue, Int64(key.kind), Data(key.bytes)]
    }

    /// Does nothing, because the answers report them to the alert hub of this process.
    func noteAlerts(of accounts: Set<AccountID>) throws {}

    /// No other node has this database.
    func leads(in term: UInt32) throws -> Bool { true }

    // MARK: Clients

    /// A cached log leaves the cache until it is stored, so that a change of it copies nothing.
    func log(of client: ClientID, _ account: AccountID) throws -> OutcomeLog {
        if let log = logs[account]?.removeValue(forKey: client) { return log }
        let row = try db.row(
            "SELECT last_number, outcomes FROM client WHERE account_id = ? AND client_id = ?",
            [account.rawValue, Data(client.bytes)]
        )
        return row.map { OutcomeLog(lastNumber: UInt64($0["last_number"] as Int64), bytes: $0["outcomes"] as Data) }
            ?? OutcomeLog()
    }

    func store(_ log: OutcomeLog, of client: ClientID, _ account: AccountID, at time: MarketTime) throws {
        try db.run(
            """
            INSERT INTO client (account_id, client_id, last_number, seen_ms, outcomes) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE
            SET last_number = excluded.last_number, seen_ms = excluded.seen_ms, outcomes = excluded.outcomes
            """,
            [account.rawValue, Data(client.bytes), Int64(log.lastNumber), time.milliseconds, Data(log.bytes)]
        )
        logs[account, default: [:]][client] = log
    }

    func forgetOldestClients(of account: AccountID, keeping kept: Set<ClientID>, at time: MarketTime) throws {
        try ClientRows(db: db, time: time).forgetOldest(of: account, keeping: kept)
        logs[account] = nil
    }

    // MARK: Outcomes

    func outcome(_ id: Int64) throws -> StoredOutcome? {
        let sql = "SELECT refusal, version, length(effect) > 0 AS changed FROM outcome WHERE id = ?"
        return try db.one(sql, [.int(id)]).map { StoredOutcome($0) }
    }

    func effects(of ids: [Int64]) throws -> [Int64: StoredEffect] {
        var effects: [Int64: StoredEffect] = [:]
        for id in ids {
            let row = try db.one("SELECT version, effect FROM outcome WHERE id = ? AND refusal IS NULL", [.int(id)])
            guard let row else { continue }
            effects[id] = StoredEffect(version: row.version("version"), bytes: row.bytes("effect") ?? [])
        }
        return effects
    }

    func addOutcome(refusal: String?, version: UInt64, effect: [UInt8]) throws -> Int64 {
        try db.run(
            "INSERT INTO outcome (refusal, version, effect) VALUES (?, ?, ?)",
            [refusal, Int64(version), Data(effect)]
        )
        return db.lastInsertedRowID
    }

    func effectBytes(of ids: [Int64]) throws -> [Int64: Int] {
        var sizes: [Int64: Int] = [:]
        for id in ids {
            sizes[id] = try db.row("SELECT length(effect) AS bytes FROM outcome WHERE id = ?", [id])?["bytes"]
        }
        return sizes
    }

    func dropEffects(of ids: [Int64]) throws {
        for id in ids {
            try db.run(
                "UPDATE outcome SET effect = ? WHERE id = ? AND length(effect) > 1",
                [Data(OutcomeLog.droppedEffect), id]
            )
        }
    }

    func removeOutcomes(_ ids: [Int64]) throws {
        for id in ids { try db.run("DELETE FROM outcome WHERE id = ?", [id]) }
    }
}

extension StoredOutcome {
    /// - Parameter row: with the columns `refusal`, `version` and `changed`.
    init(_ row: any SQLRow) {
        outcome = row.text("refusal").map { .refused(reason: $0) } ?? .applied
        version = row.version("version")
        isChange = row.flag("changed")
    }
}
