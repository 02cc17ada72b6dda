import CPostgres

/// A statement with values for its parameters.
package typealias PostgresStatement = (sql: String, parameters: [PostgresValue])

/// A parameter of a statement, sent in PostgreSQL's binary form.
package enum PostgresValue: Hashable, Sendable {
    case null
    case int(Int64)
    case bool(Bool)
    case text(String)
    case bytes([UInt8])
    case ints([Int64])
    case texts([String?])
    case byteArrays([[UInt8]])

    /// PostgreSQL's number for the type (pg_type.oid).
    var type: Oid {
        switch self {
        // PostgreSQL finds it out.
        case .null: 0
        case .bool: 16
        case .bytes: 17
        case .int: 20
        case .text: 25
        case .byteArrays: 1001
        case .texts: 1009
        case .ints: 1016
        }
    }

    var binary: [UInt8] {
        switch self {
        case .null: []
        case .int(let number): Self.bigEndian(number)
        case .bool(let isTrue): [isTrue ? 1 : 0]
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        case .ints(let numbers): Self.array(of: 20, numbers.map { Self.bigEndian($0) })
        case .texts(let texts): Self.array(of: 25, texts.map { $0.map { Array($0.utf8) } })
        case .byteArrays(let arrays): Self.array(of: 17, arrays)
        }
    }

    /// One dimension, whose first index is 1. An element that is nil is NULL.
    private static func array(of type: Int32, _ elements: [[UInt8]?]) -> [UInt8] {
        if elements.isEmpty { return [Int32(0), 0, type].flatMap { bigEndian($0) } }
        let hasNull: Int32 = elements.contains(nil) ? 1 : 0
        var bytes = [1, hasNull, type, Int32(elements.count), 1].flatMap { bigEndian($0) }
        for element in elements {
            bytes += bigEndian(Int32(element?.count ?? -1))
            bytes += element ?? []
        }
        return bytes
    }

    private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}

/// The rows that a statement has returned.
package final class PostgresRows {
    private let result: OpaquePointer

    /// - Parameter result: a result of libpq, which this object frees.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    package var count: Int { Int(PQntuples(result)) }

    /// The number of a column.
    /// - Precondition: the statement has a column of this name.
    package func column(_ name: String) -> Int {
        let number = PQfnumber(result, name)
        precondition(number >= 0, "the statement has no column \(name)")
        return Int(number)
    }

    /// - Returns: nil for NULL.
    package func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
        if PQgetisnull(result, Int32(row), Int32(column)) == 1 { return nil }
        let length = Int(PQgetlength(result, Int32(row), Int32(column)))
        guard let start = PQgetvalue(result, Int32(row), Int32(column)) else { return nil }
        return Array(UnsafeRawBufferPointer(start: start, count: length))
    }

    /// - Returns: nil for NULL.
    package func text(_ row: Int, _ column: Int) -> String? {
        bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A bigint or a boolean.
    /// - Returns: nil for NULL.
    package func int(_ row: Int, _ column: Int) -> Int64? {
        bytes(row, column).map { bytes in bytes.reduce(0) { $0 << 8 | Int64($1) } }
    }
}
