import Foundation
import GRDB
import Shared

@testable import PushServer

/// The real schema and the real transactions in a database that lies in memory.
@MainActor
final class SimulatedDatabase {
    struct DiskFull: Error {}

    private let queue: DatabaseQueue
    private let copy: DatabaseQueue
    private(set) var hasBackup = false

    init() throws {
        queue = try DatabaseQueue()
        copy = try DatabaseQueue()
        try UserSchema.migrator.migrate(queue)
    }

    /// Forgets everything but the schema.
    /// - Returns: accounts with one token each.
    func reset(users: Int) throws -> [(account: Account, token: AccessToken)] {
        hasBackup = false
        return try queue.write { db in
            try db.execute(sql: "DELETE FROM account")
            return try (1...users).map { user in
                let token = AccessToken(bytes: [UInt8](repeating: UInt8(user), count: 32))
                try db.execute(
                    sql: "INSERT INTO account (id, name, password, created_ms) VALUES (?, ?, '', 0)",
                    arguments: [user, "user\(user)"]
                )
                try db.execute(
                    sql: "INSERT INTO token (hash, account_id, device, created_ms, used_ms) VALUES (?, ?, '', 0, 0)",
                    arguments: [Data(token.hash.bytes), user]
                )
                return (Account(id: AccountID(rawValue: Int64(user)), name: "user\(user)"), token)
            }
        }
    }

    /// - Parameter fails: the disk is full at the last moment.
    func settle(
        _ requests: [UserRequest],
        limits: SessionLimits,
        time: MarketTime,
        fails: Bool
    ) throws -> [UserAnswer] {
        try queue.write { db in
            var transaction = UserTransaction(db: db, limits: limits, time: time)
            let answers = try requests.map { try transaction.answer($0) }
            if fails { throw DiskFull() }
            return answers
        }
    }

    func state(of account: AccountID) throws -> UserState {
        try queue.read { db in
            try UserRows(db: db, time: MarketTime(milliseconds: 0)).state(of: account) ?? UserState()
        }
    }

    func backUp() throws {
        try queue.backup(to: copy)
        hasBackup = true
    }

    func restore() throws { try copy.backup(to: queue) }
}
