internal import GRDB

/// Which database this is, so that a terminal notices when a backup took the place of what it knew.
struct StoreIdentity: RawRepresentable, Hashable, Sendable {
    let rawValue: Int64

    static func random() -> StoreIdentity { StoreIdentity(rawValue: .random(in: 1...Int64.max)) }

    init(rawValue: Int64) { self.rawValue = rawValue }

    init(from db: Database) throws {
        rawValue = try db.row("SELECT identity FROM store", [])?["identity"] ?? 0
    }

    /// As the wire has it.
    var wireValue: UInt64 { UInt64(bitPattern: rawValue) }

    func write(to db: Database) throws {
        try db.execute(sql: "DELETE FROM store")
        try db.execute(sql: "INSERT INTO store (identity) VALUES (?)", arguments: [rawValue])
    }
}
