internal import Foundation
internal import Shared

/// All stored data of a user, for an operator to read. It includes data that this program does not know.
package struct UserReport: Sendable {
    private let account: Account
    private let store: StoreIdentity
    private let table: UserTable

    init(_ account: Account, in store: StoreIdentity, _ table: UserTable) {
        (self.account, self.store, self.table) = (account, store, table)
    }

    // MARK: Text

    /// One line each for the account, the table's position, and each record and removed key.
    package var lines: [String] {
        let position = "version \(table.version) of store \(positionStore), floor \(table.floor), hash \(hash)"
        return ["\(account.name.text)  account \(account.id.rawValue) of database \(database)", position]
            + table.records.map { "\(words($0.key)) = \(words($0))  version \($0.version)" }
            + table.removed.map { "removed \(words($0.key))  version \($0.version)" }
    }

    private func words(_ key: RecordKey) -> String {
        let name = RecordKind.named(by: key.kind)?.name ?? "kind \(key.kind)"
        return "\(name) \(Self.readable(key)?.description ?? key.bytes.hexadecimal)"
    }

    private func words(_ record: Record) -> String { Self.readable(record)?.description ?? record.value.hexadecimal }

    // MARK: JSON

    /// 64-bit numbers that are names rather than counts are written as hexadecimal text.
    package var json: String {
        let report: [String: Any] = [
            "name": account.name.text,
            "account": account.id.rawValue,
            "database": database,
            "position": ["store": positionStore, "version": table.version],
            "floor": table.floor,
            "hash": hash,
            "records": table.records.map(Self.object),
            "removed": table.removed.map { Self.object($0.key).merging(["version": $0.version]) { $1 } },
        ]
        return Self.text(report)
    }

    private static func object(_ record: Record) -> [String: Any] {
        object(record.key).merging(fields("value", readable(record), record.value)) { $1 }
            .merging(["version": record.version]) { $1 }
    }

    private static func object(_ key: RecordKey) -> [String: Any] {
        var object = fields("key", readable(key), key.bytes)
        object["kind"] = key.kind
        object["kind_name"] = RecordKind.named(by: key.kind)?.name
        return object
    }

    /// The known fields of a message, its unknown fields, and its bytes.
    private static func fields(_ name: String, _ message: ReadableMessage?, _ bytes: [UInt8]) -> [String: Any] {
        var fields: [String: Any] = [name + "_bytes": bytes.hexadecimal]
        if let json = message?.json { fields[name] = try? JSONSerialization.jsonObject(with: Data(json.utf8)) }
        if let unknown = message?.unknownFields, !unknown.isEmpty { fields[name + "_unknown_fields"] = unknown }
        return fields
    }

    private static func text(_ object: [String: Any]) -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        // Only texts, whole numbers and objects that were read from JSON, all of which JSON can express.
        guard let data = try? JSONSerialization.data(withJSONObject: object, options: options) else {
            preconditionFailure("a report is encodable")
        }
        return String(decoding: data, as: UTF8.self)
    }

    // MARK: Messages and names

    private static func readable(_ key: RecordKey) -> ReadableMessage? {
        guard let kind = RecordKind.named(by: key.kind) else { return ReadableMessage(unknown: key.bytes) }
        return kind.readableKey(key.bytes)
    }

    private static func readable(_ record: Record) -> ReadableMessage? {
        guard let kind = RecordKind.named(by: record.key.kind) else { return ReadableMessage(unknown: record.value) }
        return kind.readableValue(record.value)
    }

    private var database: String { UInt64(bitPattern: store.rawValue).hexadecimal }
    private var positionStore: String { store.wireValue(of: account.id).hexadecimal }
    private var hash: String { table.hash.hexadecimal }
}
