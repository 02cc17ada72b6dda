internal import PostgresKit
internal import Shared

/// Leases that say at which nodes users are connected, for users whose favorites are not kept.
extension PostgresUserStore {
    /// How long a node's note that a user is connected is valid.
    var presenceLease: Duration? { .seconds(30) }

    func notePresence(of accounts: Set<AccountID>) async throws {
        let (node, seconds) = (node, presenceLease?.components.seconds ?? 0)
        try await write { session in
            guard let session = session as? PostgresSession else { return }
            try session.lock(Array(accounts))
            _ = try session.rows(
                """
                INSERT INTO presence (account_id, node, lapses)
                SELECT id, $2, clock_timestamp() + $3 * interval '1 second' FROM account WHERE id = ANY($1)
                ON CONFLICT (account_id, node) DO UPDATE SET lapses = excluded.lapses
                """,
                [.ints(accounts.map(\.rawValue)), .bytes(node.bytes), .int(seconds)]
            )
        }
    }
}
