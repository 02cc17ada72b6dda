internal import Shared

/// Posts that wait for their delivery, within one transaction.
struct OutboxRows {
    let db: any SQLSession

    /// The maximum number of waiting posts of a way. The oldest make room, as the oldest events do.
    static let waitingMax = AlertEvent.keptMax
    /// How long a claim lasts: longer than all posts of a round can take.
    static let claim = Duration.seconds(180)
    /// The time between two test messages of a way.
    static let testPause = Duration.seconds(5)

    /// The part of a row that its outcome needs.
    struct Waiting {
        /// 0: the row is about an alert.
        let test: UInt32
        let tries: Int
        let firstTry: MarketTime
    }

    // MARK: Adding

    /// Adds a post about an alert that has fired.
    /// - Returns: how many posts had to make room.
    func add(
        _ event: Record,
        to delivery: DeliveryID,
        of account: AccountID,
        key: String,
        at time: MarketTime
    ) throws -> Int {
        try insert(event, test: 0, to: delivery, of: account, key: key, due: time)
        let place: [SQLValue] = [.account(account), delivery.column]
        let row = try db.one(
            "SELECT COUNT(*) AS count FROM outgoing_post WHERE account_id = ? AND delivery = ? AND test = 0",
            place
        )
        let surplus = max(0, Int(row?.number("count") ?? 0) - Self.waitingMax)
        if surplus > 0 {
            try db.perform(
                """
                DELETE FROM outgoing_post WHERE id IN (
                    SELECT id FROM outgoing_post WHERE account_id = ? AND delivery = ? AND test = 0 ORDER BY id LIMIT ?
                )
                """,
                place + [.count(surplus)]
            )
        }
        return surplus
    }

    /// Adds a test message, in place of one that waits.
    func add(test: UInt32, to delivery: DeliveryID, of account: AccountID, key: String, due: MarketTime) throws {
        try db.perform(
            "DELETE FROM outgoing_post WHERE account_id = ? AND delivery = ? AND test <> 0",
            [.account(account), delivery.column]
        )
        try insert(nil, test: test, to: delivery, of: account, key: key, due: due)
    }

    private func insert(
        _ event: Record?,
        test: UInt32,
        to delivery: DeliveryID,
        of account: AccountID,
        key: String,
        due: MarketTime
    ) throws {
        try db.perform(
            """
            INSERT INTO outgoing_post (account_id, delivery, idempotency_key, event_key, event, test, due_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .account(account), delivery.column, .text(key), .optional(event?.key.bytes),
                .optional(event?.value), .int(Int64(test)), .time(due),
            ]
        )
    }

    // MARK: When posts are due

    func release(at time: MarketTime) throws {
        try db.perform("UPDATE outgoing_post SET due_ms = ?, claimed = FALSE WHERE claimed", [.time(time)])
    }

    /// Makes posts about a user's alerts due that wait for the end of quiet hours: those that were not tried yet, and those
    /// that wait for exactly that time. Others have failed, and leave their hosts alone until the next try.
    /// - Parameter end: of the quiet hours that were until now; nil: these are not quiet.
    func wake(_ account: AccountID, waitingFor end: MarketTime?, at time: MarketTime) throws {
        try db.perform(
            """
            UPDATE outgoing_post SET due_ms = ? WHERE account_id = ? AND test = 0 AND due_ms > ? AND NOT claimed
            AND (tries = 0 OR due_ms = ?)
            """,
            [.time(time), .account(account), .time(time), end.map { .time($0) } ?? .null]
        )
    }

    // MARK: Outcomes

    /// - Returns: nil if the post is gone: its way was removed, or it had to make room.
    func waiting(_ id: Int64, of account: AccountID) throws -> Waiting? {
        try db.one(
            "SELECT test, tries, first_ms FROM outgoing_post WHERE id = ? AND account_id = ?",
            [.int(id), .account(account)]
        ).map { row in
            Waiting(
                test: UInt32(truncatingIfNeeded: row.number("test")),
                tries: Int(row.number("tries")),
                firstTry: row.time("first_ms")
            )
        }
    }

    func remove(_ id: Int64) throws { try db.perform("DELETE FROM outgoing_post WHERE id = ?", [.int(id)]) }

    func postpone(_ id: Int64, to time: MarketTime) throws {
        try db.perform("UPDATE outgoing_post SET due_ms = ?, claimed = FALSE WHERE id = ?", [.time(time), .int(id)])
    }
}

extension DeliveryID {
    /// SQL has no unsigned numbers.
    var column: SQLValue { .int(Int64(bitPattern: rawValue)) }
}
