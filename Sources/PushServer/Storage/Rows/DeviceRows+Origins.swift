internal import Foundation
internal import GRDB
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
        let isFamiliar = try db.row(
            "SELECT 1 FROM sign_in_address WHERE account_id = ? AND address = ?",
            [account.rawValue, address.text]
        )
        return isFamiliar != nil ? .familiar(address) : .stranger(address)
    }

    private func origin(of account: AccountID, showing token: TokenHash) throws -> LoginOrigin? {
        let device = try Int64.fetchOne(
            db,
            sql: "SELECT device.id FROM token JOIN device ON device.id = device_id WHERE hash = ? AND account_id = ?",
            arguments: [Data(token.bytes), account.rawValue]
        )
        if let device { return .device(DeviceID(rawValue: UInt64(device))) }
        let former = try db.row(
            "SELECT 1 FROM former_token WHERE hash = ? AND account_id = ?",
            [Data(token.bytes), account.rawValue]
        )
        return former.map { _ in .formerDevice(token) }
    }

    func remember(_ address: String, of account: AccountID) throws {
        if address.isEmpty { return }
        try db.run(
            "INSERT OR REPLACE INTO sign_in_address VALUES (?, ?, ?)",
            [account.rawValue, HostAddress(address).text, time.milliseconds]
        )
        try db.run(
            """
            DELETE FROM sign_in_address WHERE account_id = ?1 AND address IN (
                SELECT address FROM sign_in_address WHERE account_id = ?1 ORDER BY used_ms DESC, address LIMIT -1 OFFSET ?2)
            """,
            [account.rawValue, Self.addressesMax]
        )
    }
}
