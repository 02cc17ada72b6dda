internal import PostgresKit
internal import Shared

/// Wrong passwords, counted once for all nodes. An attempt counts as failed before its password is checked, so guesses at
/// several nodes at the same time gain nothing.
extension PostgresUserStore: FailureStore {
    /// Reads only: guesses that come too early must not cost a commit each.
    func wait(for attempt: LoginThrottle.Attempt) async throws -> Duration? {
        try await read { session in
            let rows = try FailureRows(session, attempt)
            return rows.throttle.wait(for: attempt, at: rows.now)
        }
    }

    func began(_ attempt: LoginThrottle.Attempt) async throws -> FailureVerdict {
        try await write { session in
            var rows = try FailureRows(locking: session, attempt)
            if let wait = rows.throttle.wait(for: attempt, at: rows.now) { return .tooEarly(wait) }
            let ticket = rows.throttle.began(attempt, at: rows.now)
            try rows.store()
            return .counted(ticket)
        }
    }

    func succeeded(_ ticket: LoginThrottle.Ticket) async throws {
        try await change(ticket) { $0.succeeded(ticket) }
    }

    func withdrew(_ ticket: LoginThrottle.Ticket) async throws {
        try await change(ticket) { $0.withdrew(ticket) }
    }

    private func change(
        _ ticket: LoginThrottle.Ticket,
        _ body: @escaping @Sendable (inout LoginThrottle) -> Void
    ) async throws {
        try await write { session in
            var rows = try FailureRows(locking: session, ticket.countedAttempt)
            body(&rows.throttle)
            try rows.store()
        }
    }

    /// Counts that block nobody any more are forgotten.
    func swept(_ db: any SQLSession) throws {
        try db.perform(
            "DELETE FROM login_failure WHERE until_ms < (extract(epoch FROM clock_timestamp()) * 1000)::bigint - ?",
            [.int(FailureCounts<LoginThrottle.Attempt>.memory)]
        )
    }
}

/// The counts that one attempt has a part in.
private struct FailureRows {
    /// Knows nothing of other attempts.
    var throttle = LoginThrottle()
    /// The database's clock.
    let now: MarketTime
    private let attempt: LoginThrottle.Attempt
    private let keys: [LoginThrottle.Count: [UInt8]]
    private let session: PostgresSession

    init(_ session: any SQLSession, _ attempt: LoginThrottle.Attempt) throws { try self.init(session, attempt, "") }

    /// Rows that are missing are made first, because what does not exist cannot be locked. All nodes take the keys in one order.
    init(locking session: any SQLSession, _ attempt: LoginThrottle.Attempt) throws {
        let keys = attempt.countKeys.values.map(\.self)
        _ = try Self.postgres(session).rows(
            """
            INSERT INTO login_failure (key, failures, until_ms)
            SELECT key, 0, 0 FROM unnest($1) AS key ORDER BY key ON CONFLICT (key) DO NOTHING
            """,
            [.byteArrays(keys)]
        )
        try self.init(session, attempt, "ORDER BY key FOR UPDATE OF login_failure")
    }

    private init(_ session: any SQLSession, _ attempt: LoginThrottle.Attempt, _ ending: String) throws {
        (self.session, self.attempt, keys) = (try Self.postgres(session), attempt, attempt.countKeys)
        let rows = try self.session.rows(
            "SELECT key, failures, until_ms FROM login_failure WHERE key = ANY($1) \(ending)",
            [.byteArrays(Array(keys.values))]
        ).all
        // After the locks, which may have been waited for.
        let clock = try self.session.rows(
            "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms",
            []
        ).all.first
        now = clock?.time("now_ms") ?? MarketTime(milliseconds: 0)
        for (count, key) in keys {
            guard let row = rows.first(where: { $0.bytes("key") == key }), row.number("until_ms") > 0 else { continue }
            throttle[count, of: attempt] = FailureRecord(
                failures: Int(row.number("failures")),
                blockedUntil: row.time("until_ms")
            )
        }
    }

    func store() throws {
        for (count, key) in keys {
            let record = throttle[count, of: attempt]
            try session.perform(
                "UPDATE login_failure SET failures = ?2, until_ms = ?3 WHERE key = ?1",
                [
                    .bytes(key), .int(Int64(record?.failures ?? 0)),
                    .time(record?.blockedUntil ?? MarketTime(milliseconds: 0)),
                ]
            )
        }
    }

    private static func postgres(_ session: any SQLSession) throws -> PostgresSession {
        guard let session = session as? PostgresSession else { preconditionFailure("the store has no other sessions") }
        return session
    }
}
