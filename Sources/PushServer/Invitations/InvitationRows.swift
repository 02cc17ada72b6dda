internal import Foundation
internal import GRDB
internal import Shared

/// Invitations as rows, within one transaction. As with tokens, the store keeps only the hash of each secret.
struct InvitationRows {
    let db: Database
    let time: MarketTime

    /// Adds an invitation, which replaces any other one of the account.
    func add(_ secret: TokenHash, of account: AccountID) throws {
        try db.run("DELETE FROM invitation WHERE account_id = ?", [account.rawValue])
        try db.execute(
            sql: "INSERT INTO invitation (hash, account_id, created_ms) VALUES (?, ?, ?)",
            arguments: [Data(secret.bytes), account.rawValue, time.milliseconds]
        )
    }

    func invitation(_ secret: TokenHash) throws -> Invitation? {
        try db.row(
            """
            SELECT account.id, account.name, invitation.created_ms, used_ms
            FROM invitation JOIN account ON account.id = account_id WHERE hash = ?
            """,
            [Data(secret.bytes)]
        ).map { row in
            Invitation(
                account: Account(row: row),
                created: MarketTime(milliseconds: row["created_ms"]),
                used: (row["used_ms"] as Int64?).map { MarketTime(milliseconds: $0) }
            )
        }
    }

    /// - Returns: the account; nil if the invitation is not valid.
    func use(_ secret: TokenHash) throws -> Account? {
        guard let invitation = try invitation(secret), invitation.refusal(at: time) == nil else { return nil }
        try db.run("UPDATE invitation SET used_ms = ? WHERE hash = ?", [time.milliseconds, Data(secret.bytes)])
        return invitation.account
    }

    func sweep() throws {
        let forgotten = time.adding(.zero - Invitation.memory)
        try db.execute(sql: "DELETE FROM invitation WHERE created_ms <= ?", arguments: [forgotten.milliseconds])
    }
}
