import GRDB
import Shared

@testable import PushServer

/// The real schema and the real transactions in a database in memory. There is one connection, so reads need no
/// transaction of their own.
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
    func reset(users: Int) throws -> [Account] {
        hasBackup = false
        return try queue.write { db in
            try db.execute(sql: "DELETE FROM account")
            return try (1...users).map { user in
                try db.execute(
                    sql: "INSERT INTO account (id, name, password, created_ms) VALUES (?, ?, ?, 0)",
                    arguments: [user, "user\(user)", Self.firstPassword]
                )
                return Account(id: AccountID(rawValue: Int64(user)), name: UserName(stored: "user\(user)"))
            }
        }
    }

    // MARK: Users' tables

    func join(_ joinings: [Joining], limits: SessionLimits, time: MarketTime) throws -> [Joined?] {
        try queue.unsafeRead { db in
            var reading = JoinReading(try SQLiteJoinRows(db, lifetime: TokenLifetime(), time: time))
            return try joinings.map { try reading.answer($0) }
        }
    }

    /// - Parameters:
    ///   - kept: the tables that the process has kept since its last transactions.
    ///   - others: what it finds out about other nodes.
    ///   - fails: whether the disk is full at the last moment.
    /// - Returns: also the tables that the process may keep now.
    func settle(
        _ requests: [UserRequest],
        keeping connected: Set<ClientID>,
        kept: [AccountID: UserTable] = [:],
        among others: OtherNodes = OtherNodes(),
        limits: SessionLimits,
        time: MarketTime,
        fails: Bool = false
    ) throws -> (answers: UserAnswers, tables: [AccountID: UserTable]) {
        try queue.write { db in
            let rows = SQLiteTransactionRows(db: db, identity: try StoreIdentity(from: db))
            var transaction = try UserTransaction(
                SharedRows(own: rows, others: others),
                limits: limits,
                time: time
            )
            transaction.tables = kept
            let answers = try transaction.answer(requests, keeping: connected)
            if fails { throw DiskFull() }
            return (answers, transaction.tables)
        }
    }

    /// What other nodes have changed. A node that shares the database compares it with what it holds.
    func news(of held: HeldState) throws -> StoreNews {
        try queue.unsafeRead { db in
            let rows = UserRows(db: db)
            var places: [AccountID: TablePlace] = [:]
            for account in held.versions.keys { places[account] = try rows.place(of: account) }
            var news = StoreNews(store: try StoreIdentity(from: db))
            for (account, place) in held.newer(among: places) {
                news.tables[account] = try rows.table(of: account, at: place)
            }
            return news
        }
    }

    var identity: StoreIdentity { get throws { try queue.unsafeRead { try StoreIdentity(from: $0) } } }

    func table(of account: AccountID) throws -> UserTable {
        try queue.unsafeRead { db in
            try UserRows(db: db).table(of: account) ?? UserTable()
        }
    }

    func alerts() throws -> [AccountID: [KeptAlert]] {
        try queue.unsafeRead { db in
            let rows = UserRows(db: db)
            return try Dictionary(
                uniqueKeysWithValues: rows.alerts().map { account, stored in
                    if !stored.needHoldings { return (account, stored.kept) }
                    return (account, try rows.table(of: account).map { StoredAlerts($0).kept } ?? [])
                }
            )
        }
    }

    // MARK: Posts

    /// - Parameter releasing: whether the process has just started, so that it makes the claims of earlier ones due.
    func claimPosts(
        _ count: Int,
        releasing: Bool,
        at time: MarketTime
    ) throws -> (posts: [OutgoingPost], store: StoreIdentity) {
        try queue.write { db in
            let rows = OutboxRows(db: db)
            if releasing { try rows.release(at: time) }
            // Neither the places nor the pace of posts are simulated: this claim does not use the pace up.
            let places = PostPlaces(max: count, originMax: count, pace: PostPace(burst: count + 1))
            let ways = try rows.waysToClaim(at: time, for: places, among: .all)
            return (try rows.claim(ways, for: places, at: time), try StoreIdentity(from: db))
        }
    }

    /// The numbers of the posts that wait or are under way.
    var waitingPosts: Set<Int64> {
        get throws { try queue.unsafeRead { try Int64.fetchSet($0, sql: "SELECT id FROM outgoing_post") } }
    }

    // MARK: Accounts

    static let firstPassword = "first"

    /// - Returns: nil if the password is wrong.
    func account(named name: UserName, password: String) throws -> Account? {
        try queue.unsafeReentrantRead { db in
            try db.one(
                "SELECT id, name FROM account WHERE name = ? AND password = ?",
                [.text(name.text), .text(password)]
            )
            .map { Account(row: $0) }
        }
    }

    func origin(
        of name: UserName,
        from address: HostAddress,
        showing token: TokenHash?,
        at time: MarketTime
    ) throws -> LoginOrigin {
        try queue.unsafeReentrantRead { db in
            guard let account = try db.one("SELECT id, name FROM account WHERE name = ?", [.text(name.text)]) else {
                return .stranger(address)
            }
            let rows = DeviceRows(db: db, time: time, lifetime: TokenLifetime())
            return try rows.origin(of: Account(row: account).id, from: address, showing: token)
        }
    }

    func password(of account: AccountID) throws -> String {
        try queue.unsafeRead { db in
            try db.row("SELECT password FROM account WHERE id = ?", [account.rawValue])?["password"] ?? ""
        }
    }

    func setPassword(_ password: String, of account: AccountID) throws {
        try queue.unsafeReentrantWrite { db in
            try db.run("UPDATE account SET password = ? WHERE id = ?", [password, account.rawValue])
        }
    }

    /// The real rows of devices and tokens, in one transaction.
    func devices<Value>(at time: MarketTime, _ body: (DeviceRows) throws -> Value) throws -> Value {
        try queue.write { try body(DeviceRows(db: $0, time: time, lifetime: TokenLifetime())) }
    }

    // MARK: Backup

    func backUp() throws {
        try queue.backup(to: copy)
        hasBackup = true
    }

    /// Restores as the command does: with another identity, in one step.
    func restore() throws {
        try copy.write { try StoreIdentity.random().write(to: $0) }
        try copy.backup(to: queue)
    }

    /// Restores as nobody should, with the same identity.
    func copyBack() throws { try copy.backup(to: queue) }
}
