package import Shared

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Everything that a server keeps about a user, as a file that the user can read, keep and import.
package struct UserExport: Codable, Sendable {
    struct Entry: Codable, Sendable {
        /// The number of the record's kind in push.proto.
        let kind: UInt32
        let kindName: String?
        /// The meaning of the record, as far as this program knows its kind.
        let says: String
        /// The stored bytes, in base64.
        let key: String
        let value: String

        enum CodingKeys: String, CodingKey {
            case kind, says, key, value
            case kindName = "kind_name"
        }

        init(_ record: Record) {
            let kind = RecordKind.named(by: record.key.kind)
            let texts = [kind?.readableKey(record.key.bytes), kind?.readableValue(record.value)].map {
                $0?.description ?? ""
            }
            (self.kind, kindName) = (record.key.kind, kind?.name)
            says = texts.filter { !$0.isEmpty }.joined(separator: " = ")
            (key, value) = (Data(record.key.bytes).base64EncodedString(), Data(record.value).base64EncodedString())
        }

        /// - Returns: nil if the bytes are not a record.
        var record: Record? {
            guard let key = Data(base64Encoded: key), let value = Data(base64Encoded: value) else { return nil }
            return Record(key: RecordKey(kind: kind, bytes: Array(key)), value: Array(value), version: 1)
        }
    }

    struct Place: Codable, Sendable {
        let id: UInt64
        let name: String
        let created: String
        let used: String
        let address: String
    }

    private static let currentFormat = "tickwire export 1"

    private let format: String
    private let explanation: String
    private let user: String
    private let server: String
    private let time: String
    private let records: [Entry]
    private let devices: [Place]

    /// - Parameter time: the time of the export.
    package init(
        of table: UserTable,
        devices: [Device],
        user: String,
        server: ServerAddress,
        time: MarketTime
    ) {
        format = Self.currentFormat
        explanation =
            "docs/PROTOCOL.md, \"The user\", explains records, and \"A session\" devices; passwords and tokens are kept only as hashes"
        (self.user, self.server, self.time) = (user, "\(server)", time.shortISO8601)
        records = table.records.map(Entry.init)
        self.devices = devices.map { device in
            Place(
                id: device.id.rawValue,
                name: device.name,
                created: device.created.shortISO8601,
                used: device.used.shortISO8601,
                address: device.address
            )
        }
    }

    /// - Throws: `UserExportError`
    package init(json: [UInt8]) throws(UserExportError) {
        guard let export = try? JSONDecoder().decode(Self.self, from: Data(json)),
            export.format.hasPrefix("tickwire export ")
        else { throw .noExport }
        guard export.format == Self.currentFormat else { throw .laterFormat(export.format) }
        self = export
    }

    package var json: String { PushReport.json(self, pretty: true) }

    /// The exported records as a table, to be merged with a user's table.
    /// - Throws: `UserExportError.damaged`
    package func table() throws(UserExportError) -> UserTable {
        let known = records.compactMap(\.record)
        guard known.count == records.count else { throw .damaged }
        return UserTable(version: 1, records: known)
    }
}

/// Why a file cannot be imported.
package enum UserExportError: Error, Equatable, Sendable, CustomStringConvertible {
    case noExport
    case laterFormat(String)
    case damaged

    package var description: String {
        switch self {
        case .noExport:
            "this is not what 'tickwire export' writes; a CSV file of transactions goes to 'tickwire holdings import'"
        case .laterFormat(let format):
            "the file has the format '\(format)', which a later version wrote; update tickwire"
        case .damaged: "the file has a record that cannot be read; export it again"
        }
    }
}
