internal import Shared

/// What a client process has done, as far as the store remembers it.
struct ClientStanding: Equatable {
    /// The highest settled mutation number.
    let lastNumber: UInt64
    /// Whether the store should note that the client is connected.
    let isUseDue: Bool
}

/// What the store knows about the account of a terminal that connects.
struct JoinedAccount {
    /// Whether the use of the token should be noted.
    let isUseDue: Bool
    let place: TablePlace
    /// The latest time at which a forgotten client of this account was connected; nil if none was forgotten.
    let forgotten: MarketTime?

    /// - Parameter row: with the columns `version`, `floor` and `forgotten_ms` of the account.
    init(row: any SQLRow, isUseDue: Bool) {
        self.isUseDue = isUseDue
        place = TablePlace(version: row.version("version"), floor: row.version("floor"))
        forgotten = row.number("forgotten_ms") > 0 ? row.time("forgotten_ms") : nil
    }
}

/// What is read for terminals that connect, all at one moment.
protocol JoinRows {
    var store: StoreIdentity { get }
    /// - Returns: nil for a token that does not sign in to `account`.
    func account(_ account: AccountID, for use: TokenUse) throws -> JoinedAccount?
    /// - Parameter place: the place that these rows have.
    func table(of account: AccountID, at place: TablePlace) throws -> UserTable
    /// - Returns: nil for an unknown client.
    func standing(of client: ClientID, _ account: AccountID) throws -> ClientStanding?
}

/// Answers terminals that connect together, so that they get the state of one moment. It writes nothing, so that they
/// can connect even when the store cannot be written.
struct JoinReading<Rows: JoinRows> {
    private let rows: Rows
    private var tables: [AccountID: UserTable] = [:]

    init(_ rows: Rows) { self.rows = rows }

    /// - Returns: nil if the account no longer exists, or the token was revoked.
    mutating func answer(_ joining: Joining) throws -> Joined? {
        guard let account = try rows.account(joining.account, for: joining.use) else { return nil }
        let client = try rows.standing(of: joining.client, joining.account)
        return Joined(
            table: try table(of: joining.account, at: account.place),
            lastMutation: client?.lastNumber ?? 0,
            forgotten: client == nil ? account.forgotten : nil,
            store: rows.store,
            isUseDue: account.isUseDue || client?.isUseDue == true
        )
    }

    private mutating func table(of account: AccountID, at place: TablePlace) throws -> UserTable {
        if let table = tables[account] { return table }
        let loaded = try rows.table(of: account, at: place)
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

    func account(_ account: AccountID, for use: TokenUse) throws -> JoinedAccount? {
        try devices.account(account, for: use)
    }

    func table(of account: AccountID, at place: TablePlace) throws -> UserTable {
        try users.table(of: account, at: place)
    }

    func standing(of client: ClientID, _ account: AccountID) throws -> ClientStanding? {
        try clients.standing(of: client, account)
    }
}
