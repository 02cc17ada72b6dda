internal import Shared

/// Invitations as rows, within one transaction. As with tokens, the store keeps only the hash of each secret.
struct InvitationRows {
    let db: any SQLSession
    let time: MarketTime

    /// Adds an invitation, which replaces any other one of the account.
    func add(_ secret: TokenHash, of account: AccountID) throws {
        try db.perform("DELETE FROM invitation WHERE account_id = ?", [.account(account)])
        try db.perform(
            "INSERT INTO invitation (hash, account_id, created_ms) VALUES (?, ?, ?)",
            [.token(secret), .account(account), .time(time)]
        )
    }

    func invitation(_ secret: TokenHash) throws -> Invitation? {
        try db.one(
            """
            SELECT account.id, account.name, invitation.created_ms, used_ms
            FROM invitation JOIN account ON account.id = account_id WHERE hash = ?
            """,
            [.token(secret)]
        ).map { row in
            Invitation(
                account: Account(row: row),
                created: row.time("created_ms"),
                used: row.int("used_ms").map { MarketTime(milliseconds: $0) }
            )
        }
    }

    /// - Returns: the account; nil if the invitation is not valid.
    func use(_ secret: TokenHash) throws -> Account? {
        guard let account = try invitation(secret)?.account else { return nil }
        // Another node may be using it at this moment.
        try db.lock([account.id])
        guard let invitation = try invitation(secret), invitation.refusal(at: time) == nil else { return nil }
        try db.perform("UPDATE invitation SET used_ms = ? WHERE hash = ?", [.time(time), .token(secret)])
        return invitation.account
    }

    func sweep() throws {
        let forgotten = time.adding(.zero - Invitation.memory)
        try db.perform("DELETE FROM invitation WHERE created_ms <= ?", [.time(forgotten)])
    }
}
