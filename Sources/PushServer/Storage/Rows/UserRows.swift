internal import Foundation
internal import GRDB
internal import Shared

/// Users' tables as rows, within one transaction.
struct UserRows {
    let db: Database

    /// The version and floor of an account's table.
    struct Place {
        let version: UInt64
        let floor: UInt64
    }

    /// - Returns: nil if there is no such account.
    func place(of account: AccountID) throws -> Place? {
        try db.row("SELECT version, floor FROM account WHERE id = ?", [account.rawValue]).map { row in
            Place(version: row.version("version"), floor: row.version("floor"))
        }
    }

    /// Reads version, records and removed keys as this transaction sees them.
    /// - Returns: nil if there is no such account.
    func table(of account: AccountID) throws -> UserTable? {
        try place(of: account).map { try table(of: account, at: $0) }
    }

    /// - Parameter place: the place that this transaction has read.
    func table(of account: AccountID, at place: Place) throws -> UserTable {
        let records = try db.rows(
            "SELECT kind, key, version, value FROM record WHERE account_id = ?",
            [account.rawValue]
        )
        let removed = try db.rows(
            "SELECT kind, key, version FROM removed_record WHERE account_id = ?",
            [account.rawValue]
        )
        return UserTable(
            version: place.version,
            floor: place.floor,
            records: records.map { row in
                Record(key: row.recordKey, value: row.bytes("value"), version: row.version("version"))
            },
            removed: removed.map { RemovedRecord(key: $0.recordKey, version: $0.version("version")) }
        )
    }

    /// Writes the changes of a mutation.
    /// - Parameter table: the table after the mutation.
    func store(_ effect: MutationEffect, in table: UserTable, of account: AccountID) throws {
        if effect.touched.isEmpty { return }
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

    /// All alerts of all accounts, with the server's notes about them.
    func alerts() throws -> [AccountID: [KeptAlert]] {
        let kinds = [RecordKind.alert.number, RecordKind.alertState.number]
        let cursor = try Row.fetchCursor(
            db,
            sql: "SELECT account_id, kind, key, version, value FROM record WHERE kind IN (?, ?)",
            arguments: StatementArguments(kinds.map { Int64($0) })
        )
        var alerts: [AccountID: [Alert]] = [:]
        var states: [AccountID: [AlertID: AlertState]] = [:]
        while let row = try cursor.next() {
            let account = AccountID(rawValue: row["account_id"])
            let record = Record(key: row.recordKey, value: row.bytes("value"), version: row.version("version"))
            if let alert = Alert(record) { alerts[account, default: []].append(alert) }
            if let state = AlertState(record) { states[account, default: [:]][state.alert] = state }
        }
        return Dictionary(
            uniqueKeysWithValues: try alerts.map { account, alerts in
                if alerts.contains(where: { !$0.condition.isAboutCoin }), let table = try table(of: account) {
                    return (account, table.keptAlerts)
                }
                return (account, alerts.map { KeptAlert($0, states[account]?[$0.id]) })
            }
        )
    }

    /// - Returns: nil if there is no such record.
    func record(_ key: RecordKey, of account: AccountID) throws -> Shared.Record? {
        try db.row(
            "SELECT version, value FROM record WHERE account_id = ? AND kind = ? AND key = ?",
            place(key, account)
        ).map { Shared.Record(key: key, value: $0.bytes("value"), version: $0.version("version")) }
    }

    /// Nil: alerts are posted at any hour.
    func quietHours(of account: AccountID) throws -> QuietHours? {
        let stored = try record(Settings.quietHours.key, of: account)
        return UserTable(version: 0, records: [stored].compactMap(\.self)).quietHours
    }

    /// The accounts that have chosen a value for a setting.
    func accounts(with setting: DescribedSetting) throws -> [AccountID] {
        try Int64.fetchAll(
            db,
            sql: "SELECT account_id FROM record WHERE kind = ? AND key = ?",
            arguments: [Int64(setting.key.kind), Data(setting.key.bytes)]
        ).map(AccountID.init(rawValue:))
    }
}

extension Row {
    fileprivate var recordKey: RecordKey {
        RecordKey(kind: UInt32(truncatingIfNeeded: self["kind"] as Int64), bytes: bytes("key"))
    }

    fileprivate func bytes(_ column: String) -> [UInt8] { Array(self[column] as Data) }
    fileprivate func version(_ column: String) -> UInt64 { UInt64(self[column] as Int64) }
}
