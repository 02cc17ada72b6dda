internal import Foundation
internal import GRDB
internal import Shared

extension SQLiteUserStore {
    func invitation(_ secret: TokenHash) async throws -> Invitation? {
        let time = now()
        return try await pool.read { try InvitationRows(db: $0, time: time).invitation(secret) }
    }

    func redeem(
        _ secret: TokenHash,
        password: PasswordHash,
        device name: String,
        _ token: TokenHash,
        at address: String
    ) async throws -> (account: Account, device: DeviceID)? {
        let (rows, time) = (deviceRows, now())
        return try await writer.write { db in
            guard let account = try InvitationRows(db: db, time: time).use(secret) else { return nil }
            try db.execute(
                sql: "UPDATE account SET password = ? WHERE id = ?",
                arguments: [password.text, account.id.rawValue]
            )
            return (account, try rows(db).add(name, token, of: account.id, at: address).device)
        }
    }

    /// Stores an invitation, which replaces an earlier one. A user without an account gets one that no password opens.
    func invite(_ name: UserName, _ secret: TokenHash, decoy: PasswordHash) async throws {
        let time = now()
        try await writer.write { db in
            let account: AccountID
            if let (known, _) = try Self.account(named: name, db) {
                account = known.id
            } else {
                try db.execute(
                    sql: "INSERT INTO account (name, password, created_ms) VALUES (?, ?, ?)",
                    arguments: [name.text, decoy.text, time.milliseconds]
                )
                account = AccountID(rawValue: db.lastInsertedRowID)
            }
            try InvitationRows(db: db, time: time).add(secret, of: account)
        }
    }
}
