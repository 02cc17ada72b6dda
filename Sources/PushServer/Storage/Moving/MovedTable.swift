internal import Shared

/// A table as both databases have it, whose rows can be copied from one to the other.
struct MovedTable: Sendable {
    enum ColumnType {
        case int
        case bool
        case text
        case bytes
    }

    typealias Column = (name: String, type: ColumnType)

    /// How many rows are in memory at a time.
    static let pageRows = 500

    let name: String
    /// What a person calls its rows.
    let words: String
    /// The first columns are the primary key.
    private let keyColumns: Int
    let columns: [Column]

    private init(_ name: String, _ words: String, key keyColumns: Int = 1, _ columns: [Column]) {
        (self.name, self.words, self.keyColumns, self.columns) = (name, words, keyColumns, columns)
    }

    /// No row refers to one of a later table.
    ///
    /// Data that only the nodes of a fleet need is left out: presence, the lease, credentials, and the notes of changed
    /// alerts. A leader reads all alerts when it starts. The store's identity is left out, too: both databases still
    /// exist, so one identity could get two histories, and no terminal would notice.
    static let all: [MovedTable] = [
        MovedTable(
            "account",
            "accounts",
            [
                ("id", .int), ("name", .text), ("password", .text), ("created_ms", .int), ("version", .int),
                ("floor", .int), ("forgotten_ms", .int),
            ]
        ),
        MovedTable(
            "record",
            "records",
            key: 3,
            [("account_id", .int), ("kind", .int), ("key", .bytes), ("value", .bytes), ("version", .int)]
        ),
        MovedTable(
            "removed_record",
            "removed keys",
            key: 3,
            [("account_id", .int), ("kind", .int), ("key", .bytes), ("version", .int)]
        ),
        MovedTable(
            "device",
            "devices",
            [
                ("id", .int), ("account_id", .int), ("name", .text), ("created_ms", .int), ("used_ms", .int),
                ("address", .text),
            ]
        ),
        MovedTable(
            "token",
            "tokens",
            [
                ("hash", .bytes), ("device_id", .int), ("created_ms", .int), ("used_ms", .int), ("replaces", .bytes),
                ("is_replaced", .bool),
            ]
        ),
        MovedTable(
            "sign_in_address",
            "familiar addresses",
            key: 2,
            [("account_id", .int), ("address", .text), ("used_ms", .int)]
        ),
        MovedTable(
            "former_token",
            "expired tokens",
            [("hash", .bytes), ("account_id", .int), ("expired_ms", .int)]
        ),
        MovedTable(
            "client",
            "clients",
            key: 2,
            [
                ("account_id", .int), ("client_id", .bytes), ("last_number", .int), ("seen_ms", .int),
                ("outcomes", .bytes),
            ]
        ),
        MovedTable(
            "outcome",
            "outcomes of changes",
            [("id", .int), ("refusal", .text), ("version", .int), ("effect", .bytes)]
        ),
        MovedTable(
            "invitation",
            "invitations",
            [("hash", .bytes), ("account_id", .int), ("created_ms", .int), ("used_ms", .int)]
        ),
        MovedTable(
            "outgoing_post",
            "waiting posts",
            [
                ("id", .int), ("account_id", .int), ("delivery", .int), ("idempotency_key", .text),
                ("event_key", .bytes), ("event", .bytes), ("test", .int), ("due_ms", .int), ("claimed", .bool),
                ("tries", .int), ("first_ms", .int),
            ]
        ),
    ]

    /// Those whose numbers are never used twice, even if their rows are gone.
    static let numbered = ["account", "device", "outgoing_post"]

    /// Visits all rows, page by page.
    func eachPage(of db: any SQLSession, _ body: ([[SQLValue]]) throws -> Void) throws {
        var last: [SQLValue] = []
        while true {
            let page = try page(of: db, after: last)
            guard let end = page.last else { return }
            try body(page)
            last = Array(end.prefix(keyColumns))
        }
    }

    /// - Parameter last: the key of the row before; empty for the first page.
    private func page(of db: any SQLSession, after last: [SQLValue]) throws -> [[SQLValue]] {
        let key = columns.prefix(keyColumns).map(\.name).joined(separator: ", ")
        let start = last.isEmpty ? "" : "WHERE (\(key)) > (\(Self.placeholders(keyColumns)))"
        let rows = try db.all(
            "SELECT \(columnNames) FROM \(name) \(start) ORDER BY \(key) LIMIT \(Self.pageRows)",
            last
        )
        return rows.map { row in columns.map { Self.value(of: $0, in: row) } }
    }

    func insert(_ rows: [[SQLValue]], into db: any SQLSession) throws {
        let statement = "INSERT INTO \(name) (\(columnNames)) VALUES (\(Self.placeholders(columns.count)))"
        for row in rows { try db.perform(statement, row) }
        // A shared database then lags by no more than one page.
        _ = try db.one("SELECT 1 AS one", [])
    }

    private var columnNames: String { columns.map(\.name).joined(separator: ", ") }

    private static func placeholders(_ count: Int) -> String {
        Array(repeating: "?", count: count).joined(separator: ", ")
    }

    private static func value(of column: Column, in row: any SQLRow) -> SQLValue {
        switch column.type {
        case .int: row.int(column.name).map { .int($0) } ?? .null
        case .bool: row.int(column.name).map { .bool($0 == 1) } ?? .null
        case .text: .optional(row.text(column.name))
        case .bytes: .optional(row.bytes(column.name))
        }
    }
}
