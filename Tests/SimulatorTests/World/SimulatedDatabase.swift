import GRDB
import Shared

@testable import PushServer

/// The real schema and the real transactions in a database that lies in memory.
@MainActor
final class SimulatedDatabase {
    struct DiskFull: Error {}
    /// When every history begins.
    static let start = MarketTime(seconds: 1_000_000)

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
                let account = Account(id: AccountID(rawValue: Int64(user)), name: "user\(user)")
                _ = try rows(db, at: Self.start).add("", token.hash, of: account.id)
                return (account, token)
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
            var transaction = UserTransaction(db: db, limits: limits, lifetime: TokenLifetime(), time: time)
            let answers = try requests.map { try transaction.answer($0) }
            if fails { throw DiskFull() }
            return answers
        }
    }

    func state(of account: AccountID) throws -> UserState {
        try queue.read { db in
            try UserRows(db: db).state(of: account) ?? UserState()
        }
    }

    func backUp() throws {
        try queue.backup(to: copy)
        hasBackup = true
    }

    /// As the command does it: another identity, and all in one step.
    func restore() throws {
        try copy.write { try StoreIdentity.random().write(to: $0) }
        try copy.backup(to: queue)
    }

    private func rows(_ db: Database, at time: MarketTime) -> DeviceRows {
        DeviceRows(db: db, time: time, lifetime: TokenLifetime())
    }
}
