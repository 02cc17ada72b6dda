/// Identifies a database, so that a terminal notices when a backup has replaced it.
struct StoreIdentity: RawRepresentable, Hashable, Sendable {
    let rawValue: Int64

    static func random() -> StoreIdentity { StoreIdentity(rawValue: .random(in: 1...Int64.max)) }

    init(rawValue: Int64) { self.rawValue = rawValue }

    init(from db: any SQLSession) throws {
        rawValue = try db.one("SELECT identity FROM store", [])?.int("identity") ?? 0
    }

    /// The identity of one account's table in this database, as sent on the wire. Account numbers are never reused, so
    /// data that a terminal holds for a removed user does not apply to a new user of the same name.
    func wireValue(of account: AccountID) -> UInt64 {
        // SplitMix64's finalizer (Steele, Lea and Flood, 2014). Within a database, no two accounts get the same value.
        var mixed = UInt64(bitPattern: rawValue) &+ UInt64(bitPattern: account.rawValue) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    func write(to db: any SQLSession) throws {
        try db.perform("DELETE FROM store", [])
        try db.perform("INSERT INTO store (identity) VALUES (?)", [.int(rawValue)])
    }
}
