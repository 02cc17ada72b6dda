internal import Foundation
internal import GRDB
internal import Shared

/// SQLite. One process writes at a time, so nothing needs a lock.
extension Database: SQLSession {
    var comparedName: String { "name" }
    var claiming: String { "" }

    func all(_ sql: String, _ values: [SQLValue]) throws -> [any SQLRow] {
        let cursor = try cursor(sql, values)
        var rows: [any SQLRow] = []
        while let row = try cursor.next() { rows.append(SQLiteRow(row, cursor.columnNames)) }
        return rows
    }

    func one(_ sql: String, _ values: [SQLValue]) throws -> (any SQLRow)? {
        let cursor = try cursor(sql, values)
        return try cursor.next().map { SQLiteRow($0, cursor.columnNames) }
    }

    func each(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        let cursor = try cursor(sql, values)
        while let row = try cursor.next() { try body(SQLiteRow(row, cursor.columnNames)) }
    }

    private func cursor(_ sql: String, _ values: [SQLValue]) throws -> RowCursor {
        try Row.fetchCursor(cachedStatement(sql: sql), arguments: StatementArguments(of: values))
    }

    func perform(_ sql: String, _ values: [SQLValue]) throws { try run(sql, StatementArguments(of: values)) }

    func lock(_ accounts: [AccountID]) throws {}
    func lock(accountsOf tokens: [TokenHash]) throws {}

    func lastNumber(of table: String) throws -> Int64 {
        try one("SELECT seq FROM sqlite_sequence WHERE name = ?", [.text(table)])?.number("seq") ?? 0
    }

    func setLastNumber(of table: String, to number: Int64) throws {
        try perform("DELETE FROM sqlite_sequence WHERE name = ?", [.text(table)])
        try perform("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [.text(table), .int(number)])
    }

    /// SQLite does so by itself.
    func continueOutcomes() throws {}
}

extension StatementArguments {
    /// GRDB's initializer for values of one type looks up a key path at each call, which takes longer than the rest of
    /// a small statement.
    fileprivate init(of values: [SQLValue]) { self.init(values.map { $0 as (any DatabaseValueConvertible)? }) }
}

/// The values of a row. GRDB's own row makes lower-case copies of the names of all columns at each access.
private struct SQLiteRow: SQLRow {
    private let names: [String]
    private let values: [SQLValue?]

    init(_ row: Row, _ names: [String]) {
        self.names = names
        values = (0..<row.count).map { SQLValue.fromDatabaseValue(row[$0]) }
    }

    func int(_ column: String) -> Int64? { if case .int(let number)? = self[column] { number } else { nil } }
    func text(_ column: String) -> String? { if case .text(let text)? = self[column] { text } else { nil } }
    func bytes(_ column: String) -> [UInt8]? { if case .bytes(let bytes)? = self[column] { bytes } else { nil } }

    private subscript(column: String) -> SQLValue? { names.firstIndex(of: column).flatMap { values[$0] } }
}

extension SQLValue: DatabaseValueConvertible {
    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .bool(let isTrue): isTrue.databaseValue
        case .int(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        }
    }

    /// - Returns: nil for a number with a fraction, which no table has.
    static func fromDatabaseValue(_ value: DatabaseValue) -> SQLValue? {
        switch value.storage {
        case .null: .null
        case .int64(let number): .int(number)
        case .string(let text): .text(text)
        case .blob(let data): .bytes(Array(data))
        case .double: nil
        }
    }
}

/// Statements of the hot path, which run for each terminal and each change. SQLite spends more time on parsing such a
/// statement than on running it, so each database connection caches them.
extension Database {
    func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    func rows(_ sql: String, _ arguments: StatementArguments) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
