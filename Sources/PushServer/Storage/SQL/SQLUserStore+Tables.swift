internal import Shared

/// Users' tables, invitations and posts.
extension SQLUserStore {
    func accountsWithPassingFavorites() async throws -> (accounts: [AccountID], store: StoreIdentity) {
        try await read { db in
            let users = UserRows(db: db)
            let accounts = try users.accounts(with: Settings.keepFavorites.described).filter { account in
                guard let table = try users.table(of: account) else { return false }
                return table.favoritesPass && !table.items().isEmpty
            }
            return (accounts, try StoreIdentity(from: db))
        }
    }

    func alerts() async throws -> (alerts: [AccountID: StoredAlerts], store: StoreIdentity) {
        try await read { db in (try UserRows(db: db).alerts(), try StoreIdentity(from: db)) }
    }

    /// - Returns: nil if there is no such account.
    func report(of name: UserName) async throws -> UserReport? {
        try await read { db in
            guard let (account, _) = try AccountRows(db: db).account(named: name),
                let table = try UserRows(db: db).table(of: account.id)
            else { return nil }
            return UserReport(account, in: try StoreIdentity(from: db), table)
        }
    }

    /// - Returns: nil if there is no such account.
    func table(of account: AccountID) async throws -> UserTable? {
        try await read { try UserRows(db: $0).table(of: account) }
    }

    // MARK: Invitations

    func invitation(_ secret: TokenHash) async throws -> Invitation? {
        let time = now()
        return try await read { try InvitationRows(db: $0, time: time).invitation(secret) }
    }

    func redeem(
        _ secret: TokenHash,
        password: PasswordHash,
        device name: String,
        _ token: TokenHash,
        showing shown: TokenHash? = nil,
        at address: String
    ) async throws -> (account: Account, device: DeviceID, signedInBy: TokenHash)? {
        let (rows, time) = (deviceRows, now())
        return try await write { db in
            guard let account = try InvitationRows(db: db, time: time).use(secret) else { return nil }
            try AccountRows(db: db).set(password, of: account.id)
            if let shown,
                let device = try rows(db).signInAgain(name, token, of: account.id, showing: shown, at: address)
            {
                return (account, device, shown)
            }
            return (account, try rows(db).add(name, token, of: account.id, at: address).device, token)
        }
    }

    /// Stores an invitation, which replaces an earlier one. A user without an account gets one that no password opens.
    func invite(_ name: UserName, _ secret: TokenHash, decoy: PasswordHash) async throws {
        let time = now()
        try await write { db in
            let accounts = AccountRows(db: db)
            guard let account = try accounts.add(name, decoy, at: time) ?? accounts.account(named: name)?.0 else {
                throw UserStoreError.nameTaken(name.text)
            }
            try db.lock([account.id])
            try InvitationRows(db: db, time: time).add(secret, of: account.id)
        }
    }

    // MARK: Posts

    func claimPosts(
        for places: PostPlaces,
        among scope: ClaimScope
    ) async throws -> (posts: [OutgoingPost], store: StoreIdentity) {
        let time = now()
        // If there is nothing to claim, this costs no write.
        let (ways, identity) = try await read { db in
            (try OutboxRows(db: db).waysToClaim(at: time, for: places, among: scope), try StoreIdentity(from: db))
        }
        if ways.isEmpty { return ([], identity) }
        return try await write { db in
            (try OutboxRows(db: db).claim(ways, for: places, at: time), try StoreIdentity(from: db))
        }
    }
}

extension UserTable {
    /// Whether the user's favorites are removed after the last terminal has gone.
    var favoritesPass: Bool { !self[Settings.keepFavorites] }
}
