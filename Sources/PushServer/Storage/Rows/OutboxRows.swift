internal import Foundation
internal import GRDB
internal import Shared

/// Posts that wait for their delivery, within one transaction.
struct OutboxRows {
    let db: Database

    /// How many posts of a way wait at most. The oldest make room, as the oldest events do.
    static let waitingMax = AlertEvent.keptMax
    /// How long a claim lasts: longer than all posts of a round can take.
    static let claim = Duration.seconds(180)
    /// The time between two test messages of a way.
    static let testPause = Duration.seconds(5)

    /// What a row is about, as its outcome needs it.
    struct Waiting {
        /// 0: the row is of an alert.
        let test: UInt32
        let tries: Int
        let firstTry: MarketTime
    }

    // MARK: Adding

    /// Adds a post about an alert that has fired.
    /// - Returns: how many posts had to make room.
    func add(
        _ event: Shared.Record,
        to delivery: DeliveryID,
        of account: AccountID,
        key: String,
        at time: MarketTime
    ) throws -> Int {
        try insert(event, test: 0, to: delivery, of: account, key: key, due: time)
        let place: StatementArguments = [account.rawValue, delivery.column]
        let count: Int =
            try db.row(
                "SELECT COUNT(*) FROM outgoing_post WHERE account_id = ? AND delivery = ? AND test = 0",
                place
            )?[0] ?? 0
        let surplus = max(0, count - Self.waitingMax)
        if surplus > 0 {
            try db.run(
                """
                DELETE FROM outgoing_post WHERE id IN (
                    SELECT id FROM outgoing_post WHERE account_id = ? AND delivery = ? AND test = 0 ORDER BY id LIMIT ?
                )
                """,
                place + [surplus]
            )
        }
        return surplus
    }

    /// Adds a test message, in place of one that waits.
    func add(test: UInt32, to delivery: DeliveryID, of account: AccountID, key: String, due: MarketTime) throws {
        try db.run(
            "DELETE FROM outgoing_post WHERE account_id = ? AND delivery = ? AND test <> 0",
            [account.rawValue, delivery.column]
        )
        try insert(nil, test: test, to: delivery, of: account, key: key, due: due)
    }

    private func insert(
        _ event: Shared.Record?,
        test: UInt32,
        to delivery: DeliveryID,
        of account: AccountID,
        key: String,
        due: MarketTime
    ) throws {
        try db.run(
            """
            INSERT INTO outgoing_post (account_id, delivery, idempotency_key, event_key, event, test, due_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                account.rawValue, delivery.column, key, event.map { Data($0.key.bytes) },
                event.map { Data($0.value) }, Int64(test), due.milliseconds,
            ]
        )
    }

    // MARK: Claiming

    func isAnyDue(at time: MarketTime) throws -> Bool {
        try db.row("SELECT 1 FROM outgoing_post WHERE due_ms <= ? LIMIT 1", [time.milliseconds]) != nil
    }

    func release(at time: MarketTime) throws {
        try db.run("UPDATE outgoing_post SET due_ms = ?, claimed = FALSE WHERE claimed", [time.milliseconds])
    }

    /// Claims posts that are due. Posts of a way that was removed go, and posts about alerts wait for the end of their
    /// user's quiet hours.
    func claim(_ count: Int, at time: MarketTime) throws -> [OutgoingPost] {
        let rows = try db.rows(
            """
            SELECT id, account_id, delivery, idempotency_key, event_key, event, test, first_ms
            FROM outgoing_post WHERE due_ms <= ? ORDER BY due_ms, id LIMIT ?
            """,
            [time.milliseconds, count]
        )
        var posts: [OutgoingPost] = []
        let users = UserRows(db: db)
        for row in rows {
            let (id, account) = (row["id"] as Int64, AccountID(rawValue: row["account_id"]))
            let way = DeliveryID(rawValue: UInt64(bitPattern: row["delivery"]))
            let event = row.event
            let isTest = row["test"] as Int64 != 0
            guard let delivery = try users.record(DeliveryWay.key(of: way), of: account).flatMap(DeliveryWay.init),
                isTest || event != nil
            else {
                try remove(id)
                continue
            }
            if !isTest, let end = try users.quietHours(of: account)?.end(at: time) {
                try db.run("UPDATE outgoing_post SET due_ms = ?, claimed = FALSE WHERE id = ?", [end.milliseconds, id])
                continue
            }
            try db.run(
                """
                UPDATE outgoing_post SET due_ms = ?, claimed = TRUE, tries = tries + 1,
                    first_ms = COALESCE(first_ms, ?) WHERE id = ?
                """,
                [time.adding(Self.claim).milliseconds, time.milliseconds, id]
            )
            posts.append(
                OutgoingPost(
                    id: id,
                    account: account,
                    delivery: delivery,
                    idempotencyKey: row["idempotency_key"],
                    event: isTest ? nil : event
                )
            )
        }
        return posts
    }

    // MARK: Outcomes

    /// - Returns: nil if the post is gone: its way was removed, or it had to make room.
    func waiting(_ id: Int64, of account: AccountID) throws -> Waiting? {
        try db.row(
            "SELECT test, tries, first_ms FROM outgoing_post WHERE id = ? AND account_id = ?",
            [id, account.rawValue]
        ).map { row in
            Waiting(
                test: UInt32(truncatingIfNeeded: row["test"] as Int64),
                tries: row["tries"],
                firstTry: MarketTime(milliseconds: row["first_ms"] ?? 0)
            )
        }
    }

    func remove(_ id: Int64) throws { try db.run("DELETE FROM outgoing_post WHERE id = ?", [id]) }

    func postpone(_ id: Int64, to time: MarketTime) throws {
        try db.run("UPDATE outgoing_post SET due_ms = ?, claimed = FALSE WHERE id = ?", [time.milliseconds, id])
    }
}

extension DeliveryID {
    /// SQLite has no unsigned numbers.
    fileprivate var column: Int64 { Int64(bitPattern: rawValue) }
}

extension Row {
    /// Nil if this program cannot read the event.
    fileprivate var event: AlertEvent? {
        guard let key = self["event_key"] as Data?, let value = self["event"] as Data? else { return nil }
        let record = Shared.Record(
            key: RecordKey(kind: RecordKind.alertEvent.number, bytes: Array(key)),
            value: Array(value),
            version: 0
        )
        return AlertEvent(record)
    }
}

extension SQLiteUserStore: PostStore {
    func releasePosts() async throws {
        let time = now()
        try await writer.write { try OutboxRows(db: $0).release(at: time) }
    }

    func claimPosts(_ count: Int) async throws -> (posts: [OutgoingPost], store: StoreIdentity) {
        let time = now()
        // A look that finds nothing costs no write.
        let (isDue, identity) = try await pool.read { db in
            (try OutboxRows(db: db).isAnyDue(at: time), try StoreIdentity(from: db))
        }
        if !isDue { return ([], identity) }
        return try await writer.write { db in
            (try OutboxRows(db: db).claim(count, at: time), try StoreIdentity(from: db))
        }
    }
}
