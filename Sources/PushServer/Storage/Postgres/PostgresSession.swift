internal import PostgresKit
internal import Shared

/// PostgreSQL's side of a transaction. Statements without rows are sent without waiting for their results.
final class PostgresSession: SQLSession {
    private let link: PostgresLink
    /// Writes that are sent before the next statement.
    var writes = PostgresWrites()

    init(_ link: PostgresLink) { self.link = link }

    var comparedName: String { "folded_name" }
    var claiming: String { "FOR UPDATE SKIP LOCKED" }

    func all(_ sql: String, _ values: [SQLValue]) throws -> [any SQLRow] {
        let rows = try rows(link.translated(sql), values.map(\.postgresValue))
        return (0..<rows.count).map { PostgresRow(rows: rows, number: $0) }
    }

    func one(_ sql: String, _ values: [SQLValue]) throws -> (any SQLRow)? { try all(sql, values).first }

    func each(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        let rows = try rows(link.translated(sql), values.map(\.postgresValue))
        for number in 0..<rows.count { try body(PostgresRow(rows: rows, number: number)) }
    }

    func perform(_ sql: String, _ values: [SQLValue]) throws {
        try flush()
        try link.connection.run(link.translated(sql), values.map(\.postgresValue))
    }

    func lock(_ accounts: [AccountID]) throws { _ = try rows(of: [Self.lockStatement(of: accounts)]) }

    /// In the order of their ids, so that no two nodes wait for each other. `FOR UPDATE` would also wait for logins and
    /// for notes of presence, whose rows refer to the account.
    static func lockStatement(of accounts: some Collection<AccountID>) -> PostgresStatement {
        (
            "SELECT id FROM account WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE",
            [.ints(accounts.map(\.rawValue).sorted())]
        )
    }

    /// Locks users against everything, also against notes that they are connected. It skips those whose data something
    /// else is using, so that nothing waits for it and no two nodes wait for each other.
    /// - Returns: in one row each, those that are locked.
    static func removalLockStatement(of accounts: [AccountID]) -> PostgresStatement {
        (
            "SELECT id FROM account WHERE id = ANY($1) FOR UPDATE SKIP LOCKED",
            [.ints(accounts.map(\.rawValue))]
        )
    }

    func lock(accountsOf tokens: [TokenHash]) throws {
        _ = try rows(
            """
            SELECT id FROM account WHERE id IN (
                SELECT account_id FROM token JOIN device ON device.id = device_id WHERE hash = ANY($1))
            ORDER BY id FOR NO KEY UPDATE
            """,
            [.byteArrays(tokens.map(\.bytes))]
        )
    }

    func lastNumber(of table: String) throws -> Int64 {
        let row = try one("SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM \(table)_id_seq", [])
        return row?.number("last") ?? 0
    }

    func setLastNumber(of table: String, to number: Int64) throws {
        if number > 0 { _ = try one("SELECT setval('\(table)_id_seq', ?)", [.int(number)]) }
    }

    func continueOutcomes() throws {
        _ = try one("SELECT setval('outcome_id', MAX(id)) FROM outcome HAVING MAX(id) > 0", [])
    }

    // MARK: Statements for PostgreSQL alone

    func rows(_ sql: String, _ values: [PostgresValue]) throws -> PostgresRows {
        try flush()
        return try link.connection.rows(sql, values)
    }

    /// Sends all statements before it waits for the first result.
    func rows(of statements: [PostgresStatement]) throws -> [PostgresRows] {
        try flush()
        return try link.connection.rows(of: statements)
    }

    func flush() throws {
        if writes.isEmpty { return }
        try writes.send(link.connection)
        writes = PostgresWrites()
    }
}

struct PostgresRow: SQLRow {
    let rows: PostgresRows
    let number: Int

    func int(_ column: String) -> Int64? { rows.int(number, rows.column(column)) }
    func text(_ column: String) -> String? { rows.text(number, rows.column(column)) }
    func bytes(_ column: String) -> [UInt8]? { rows.bytes(number, rows.column(column)) }
}

extension PostgresRows {
    var all: [PostgresRow] { (0..<count).map { PostgresRow(rows: self, number: $0) } }
}

extension SQLValue {
    fileprivate var postgresValue: PostgresValue {
        switch self {
        case .null: .null
        case .bool(let isTrue): .bool(isTrue)
        case .int(let number): .int(number)
        case .text(let text): .text(text)
        case .bytes(let bytes): .bytes(bytes)
        }
    }
}
