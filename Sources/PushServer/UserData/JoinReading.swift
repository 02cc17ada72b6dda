internal import Shared

/// What a client process has done, as far as the store remembers it.
struct ClientStanding: Equatable {
    /// The highest settled mutation number.
    let lastNumber: UInt64
    /// Whether the store should note that the client is connected.
    let isUseDue: Bool
}

/// What is read for terminals that connect, all at one moment.
protocol JoinRows {
    var store: StoreIdentity { get }
    /// - Returns: whether this use should be noted; nil for a token that does not sign in to `account`.
    func isDue(_ use: TokenUse, of account: AccountID) throws -> Bool?
    /// - Returns: nil if there is no such account.
    func table(of account: AccountID) throws -> UserTable?
    /// - Returns: nil for an unknown client.
    func standing(of client: ClientID, _ account: AccountID) throws -> ClientStanding?
    /// The latest time at which a forgotten client of this account was connected; nil if none was forgotten.
    func forgotten(of account: AccountID) throws -> MarketTime?
}

/// Answers terminals that connect together, so that they get the state of one moment. It writes nothing, so that they
/// can connect even when the store cannot be written.
struct JoinReading<Rows: JoinRows> {
    private let rows: Rows
    private var tables: [AccountID: UserTable] = [:]

    init(_ rows: Rows) { self.rows = rows }

    /// - Returns: nil if the account no longer exists, or the token was revoked.
    mutating func answer(_ joining: Joining) throws -> Joined? {
        guard let isUseDue = try rows.isDue(joining.use, of: joining.account),
            let table = try table(of: joining.account)
        else { return nil }
        let client = try rows.standing(of: joining.client, joining.account)
        return Joined(
            table: table,
            lastMutation: client?.lastNumber ?? 0,
            forgotten: client == nil ? try rows.forgotten(of: joining.account) : nil,
            store: rows.store,
            isUseDue: isUseDue || client?.isUseDue == true
        )
    }

    private mutating func table(of account: AccountID) throws -> UserTable? {
        if let table = tables[account] { return table }
        let loaded = try rows.table(of: account)
        tables[account] = loaded
        return loaded
    }
}

/// Reads one row after the other, from a database in this process.
struct SQLiteJoinRows: JoinRows {
    let store: StoreIdentity
    private let users: UserRows
    private let clients: ClientRows
    private let devices: DeviceRows

    init(_ db: any SQLSession, lifetime: TokenLifetime, time: MarketTime) throws {
        users = UserRows(db: db)
        clients = ClientRows(db: db, time: time)
        devices = DeviceRows(db: db, time: time, lifetime: lifetime)
        store = try StoreIdentity(from: db)
    }

    func isDue(_ use: TokenUse, of account: AccountID) throws -> Bool? { try devices.isDue(use, of: account) }
    func table(of account: AccountID) throws -> UserTable? { try users.table(of: account) }

    func standing(of client: ClientID, _ account: AccountID) throws -> ClientStanding? {
        try clients.standing(of: client, account)
    }

    func forgotten(of account: AccountID) throws -> MarketTime? { try clients.forgotten(of: account) }
}
