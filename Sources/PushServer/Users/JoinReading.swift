internal import GRDB
internal import Shared

/// One read: terminals that have come are told what there is at one moment. Nothing is written, so that they come in also while the
/// store takes no changes.
struct JoinReading {
    private let db: Database
    private let users: UserRows
    private let clients: ClientRows
    private let devices: DeviceRows
    private var states: [AccountID: UserState] = [:]

    init(db: Database, limits: SessionLimits, lifetime: TokenLifetime, time: MarketTime) {
        self.db = db
        users = UserRows(db: db)
        clients = ClientRows(db: db, time: time, resultsMax: UInt64(limits.mutationsInFlight))
        devices = DeviceRows(db: db, time: time, lifetime: lifetime)
    }

    /// - Returns: nil if there is no such account any more, or its token was revoked.
    mutating func answer(_ joining: Joining) throws -> Joined? {
        guard let isUseDue = try devices.isDue(joining.use, of: joining.account),
            let state = try state(of: joining.account)
        else { return nil }
        return Joined(
            state: state,
            lastMutation: try clients.lastNumber(of: joining.client, joining.account),
            store: try StoreIdentity(from: db),
            isUseDue: isUseDue
        )
    }

    private mutating func state(of account: AccountID) throws -> UserState? {
        if let state = states[account] { return state }
        let loaded = try users.state(of: account)
        states[account] = loaded
        return loaded
    }
}
