internal import Shared

/// Users' tables as rows, read within one transaction.
struct UserRows {
    let db: any SQLSession

    /// - Returns: nil if there is no such account.
    func place(of account: AccountID) throws -> TablePlace? {
        try db.one("SELECT version, floor FROM account WHERE id = ?", [.account(account)]).map { row in
            TablePlace(version: row.version("version"), floor: row.version("floor"))
        }
    }

    /// Reads version, records and removed keys as this transaction sees them.
    /// - Returns: nil if there is no such account.
    func table(of account: AccountID) throws -> UserTable? {
        try place(of: account).map { try table(of: account, at: $0) }
    }

    /// - Parameter place: the place that this transaction has read.
    func table(of account: AccountID, at place: TablePlace) throws -> UserTable {
        let records = try db.all(
            "SELECT kind, key, version, value FROM record WHERE account_id = ?",
            [.account(account)]
        )
        let removed = try db.all(
            "SELECT kind, key, version FROM removed_record WHERE account_id = ?",
            [.account(account)]
        )
        return UserTable(
            version: place.version,
            floor: place.floor,
            records: records.map(\.record),
            removed: removed.map { RemovedRecord(key: $0.recordKey, version: $0.version("version")) }
        )
    }

    /// All alerts of all accounts, with the server's notes about them.
    func alerts() throws -> [AccountID: StoredAlerts] {
        let kinds = [RecordKind.alert.number, RecordKind.alertState.number]
        var alerts: [AccountID: [Alert]] = [:]
        var states: [AccountID: [AlertID: AlertState]] = [:]
        try db.each(
            "SELECT account_id, kind, key, version, value FROM record WHERE kind IN (?, ?)",
            kinds.map { .kind($0) }
        ) { row in
            let (account, record) = (row.account("account_id"), row.record)
            if let alert = Alert(record) { alerts[account, default: []].append(alert) }
            if let state = AlertState(record) { states[account, default: [:]][state.alert] = state }
        }
        return Dictionary(
            uniqueKeysWithValues: alerts.map { account, alerts in
                (account, StoredAlerts(alerts.map { KeptAlert($0, states[account]?[$0.id]) }))
            }
        )
    }

    /// - Returns: nil if there is no such record.
    func record(_ key: RecordKey, of account: AccountID) throws -> Record? {
        try db.one(
            "SELECT kind, key, version, value FROM record WHERE account_id = ? AND kind = ? AND key = ?",
            [.account(account), .kind(key.kind), .bytes(key.bytes)]
        )?.record
    }

    /// Nil: alerts are posted at any hour.
    func quietHours(of account: AccountID) throws -> QuietHours? {
        let stored = try record(Settings.quietHours.key, of: account)
        return UserTable(version: 0, records: [stored].compactMap(\.self)).quietHours
    }

    /// The accounts that have chosen a value for a setting.
    func accounts(with setting: DescribedSetting) throws -> [AccountID] {
        try db.all(
            "SELECT account_id FROM record WHERE kind = ? AND key = ?",
            [.kind(setting.key.kind), .bytes(setting.key.bytes)]
        ).map { $0.account("account_id") }
    }
}

extension SQLRow {
    /// Of the columns `kind`, `key`, `value` and `version`.
    var record: Record { Record(key: recordKey, value: bytes("value") ?? [], version: version("version")) }

    /// Of the columns `kind` and `key`.
    var recordKey: RecordKey {
        RecordKey(kind: UInt32(truncatingIfNeeded: number("kind")), bytes: bytes("key") ?? [])
    }
}
