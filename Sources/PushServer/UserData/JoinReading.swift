internal import Shared

/// One read for all terminals that connect together, so that they get the state of one moment. It writes nothing, so
/// that terminals can connect even when the store cannot be written.
struct JoinReading {
    private let db: any SQLSession
    private let users: UserRows
    private let clients: ClientRows
    private let devices: DeviceRows
    private var tables: [AccountID: UserTable] = [:]

    init(db: any SQLSession, lifetime: TokenLifetime, time: MarketTime) {
        self.db = db
        users = UserRows(db: db)
        clients = ClientRows(db: db, time: time)
        devices = DeviceRows(db: db, time: time, lifetime: lifetime)
    }

    /// - Returns: nil if the account no longer exists, or the token was revoked.
    mutating func answer(_ joining: Joining) throws -> Joined? {
        guard let isUseDue = try devices.isDue(joining.use, of: joining.account),
            let table = try table(of: joining.account)
        else { return nil }
        let client = try clients.standing(of: joining.client, joining.account)
        return Joined(
            table: table,
            lastMutation: client?.lastNumber ?? 0,
            forgotten: client == nil ? try clients.forgotten(of: joining.account) : nil,
            store: try StoreIdentity(from: db),
            isUseDue: isUseDue || client?.isUseDue == true
        )
    }

    private mutating func table(of account: AccountID) throws -> UserTable? {
        if let table = tables[account] { return table }
        let loaded = try users.table(of: account)
        tables[account] = loaded
        return loaded
    }
}
