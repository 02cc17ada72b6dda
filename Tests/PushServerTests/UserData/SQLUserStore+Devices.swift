import Shared

@testable import PushServer

extension SQLUserStore {
    /// Signs in a user who knows the password.
    func addDevice(
        _ name: String,
        _ token: TokenHash,
        of account: AccountID
    ) async throws -> (device: DeviceID, evicted: Set<DeviceID>) {
        let password = try await read { db in
            try db.one("SELECT password FROM account WHERE id = ?", [.account(account)])?.text("password")
        }
        let added = try await addDevice(
            name,
            token,
            of: account,
            showing: nil,
            provenBy: PasswordHash(text: password ?? ""),
            at: ""
        )
        return (added.device, added.evicted)
    }
}
