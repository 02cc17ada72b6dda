internal import PostgresKit
internal import Shared
internal import Synchronization

/// Leases that say which nodes are running, and at which of them users are connected whose favorites are not kept.
extension PostgresUserStore {
    /// How long a node's note that it runs, or that a user is connected, is valid.
    var presenceLease: Duration? { .seconds(30) }
    private var leaseSeconds: PostgresValue { .int(presenceLease?.components.seconds ?? 0) }

    func notePresence(of accounts: Set<AccountID>) async throws {
        try await noteNode()
        if !accounts.isEmpty { try await noteConnected(accounts) }
    }

    /// In an upgrade node by node, old nodes know fewer kinds of records. A terminal may move to any of them, so it is
    /// offered what all of them know.
    private func noteNode() async throws {
        let own = limits.records.offered.map { Int64($0.kind) }
        let (node, seconds) = (node, leaseSeconds)
        let common = try await note { session in
            let rows = try session.rows(of: [
                (
                    """
                    INSERT INTO node (node, kinds, lapses)
                    VALUES ($1, $2, clock_timestamp() + $3 * interval '1 second')
                    ON CONFLICT (node) DO UPDATE SET kinds = excluded.kinds, lapses = excluded.lapses
                    """,
                    [.bytes(node.bytes), .ints(own), seconds]
                ),
                (
                    """
                    DELETE FROM node WHERE node IN (
                        SELECT node FROM node WHERE lapses < clock_timestamp() - interval '1 day' FOR UPDATE SKIP LOCKED)
                    """,
                    []
                ),
                (
                    """
                    WITH running AS (SELECT kinds FROM node WHERE lapses > clock_timestamp())
                    SELECT kind FROM running, unnest(kinds) AS kind
                    GROUP BY kind HAVING count(*) = (SELECT count(*) FROM running)
                    """,
                    []
                ),
            ])
            return Set(rows[2].all.map { UInt32(clamping: $0.number("kind")) })
        }
        kindsOfAllNodes.withLock { $0 = common }
    }

    /// Shares the users' locks with everything but a removal of favorites, so that it waits for no commit. It skips users
    /// whose favorites are being removed at this moment: they were absent when that began.
    func noteConnected(_ accounts: Set<AccountID>) async throws {
        let (node, seconds) = (node, leaseSeconds)
        let ids = PostgresValue.ints(accounts.map(\.rawValue))
        try await note { session in
            _ = try session.rows(of: [
                (
                    """
                    WITH free AS (SELECT id FROM account WHERE id = ANY($1) FOR KEY SHARE SKIP LOCKED)
                    INSERT INTO presence (account_id, node, lapses)
                    SELECT id, $2, clock_timestamp() + $3 * interval '1 second' FROM free
                    ON CONFLICT (account_id, node) DO UPDATE SET lapses = excluded.lapses
                    """,
                    [ids, .bytes(node.bytes), seconds]
                ),
                (
                    """
                    DELETE FROM presence WHERE (account_id, node) IN (
                        SELECT account_id, node FROM presence
                        WHERE account_id = ANY($1) AND lapses < clock_timestamp() - interval '1 day' FOR UPDATE SKIP LOCKED)
                    """,
                    [ids]
                ),
            ])
        }
    }
}
