internal import Shared

/// The origin of a login, as far as the account knows it. It distinguishes the owner from a guesser.
extension DeviceRows {
    /// - Parameter token: the token that the device shows. A revoked token proves nothing.
    func origin(
        of account: AccountID,
        from address: HostAddress,
        showing token: TokenHash?
    ) throws -> LoginOrigin {
        if let token, let origin = try origin(of: account, showing: token) { return origin }
        let isFamiliar = try db.one(
            "SELECT used_ms FROM sign_in_address WHERE account_id = ? AND address = ?",
            [.account(account), .text(address.text)]
        )
        return isFamiliar != nil ? .familiar(address) : .stranger(address)
    }

    private func origin(of account: AccountID, showing token: TokenHash) throws -> LoginOrigin? {
        let device = try db.one(
            "SELECT device.id FROM token JOIN device ON device.id = device_id WHERE hash = ? AND account_id = ?",
            [.token(token), .account(account)]
        )
        if let device { return .device(device.device("id")) }
        let former = try db.one(
            "SELECT expired_ms FROM former_token WHERE hash = ? AND account_id = ?",
            [.token(token), .account(account)]
        )
        return former.map { _ in .formerDevice(token) }
    }

    func remember(_ address: String, of account: AccountID) throws {
        if address.isEmpty { return }
        let known = HostAddress(address).text
        try db.perform(
            """
            INSERT INTO sign_in_address (account_id, address, used_ms) VALUES (?, ?, ?)
            ON CONFLICT (account_id, address) DO UPDATE SET used_ms = excluded.used_ms
            """,
            [.account(account), .text(known), .time(hour)]
        )
        try db.perform(
            """
            DELETE FROM sign_in_address WHERE account_id = ?1 AND address NOT IN (
                SELECT address FROM sign_in_address WHERE account_id = ?1
                ORDER BY used_ms DESC, address = ?3 DESC, address LIMIT ?2)
            """,
            [.account(account), .count(Self.addressesMax), .text(known)]
        )
    }
}
