import GRDB
import Shared

@testable import PushServer

extension SQLiteUserStore {
    /// Of whoever knows the password, whatever it is.
    func addDevice(
        _ name: String,
        _ token: TokenHash,
        of account: AccountID
    ) async throws -> (device: DeviceID, evicted: Set<DeviceID>) {
        let password = try await pool.read { db in
            try String.fetchOne(db, sql: "SELECT password FROM account WHERE id = ?", arguments: [account.rawValue])
        }
        let added = try await addDevice(name, token, of: account, provenBy: PasswordHash(text: password ?? ""))
        return (added.device, added.evicted)
    }
}
