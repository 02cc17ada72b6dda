internal import PostgresKit
internal import Shared

extension PostgresUserStore: LeaseStore {
    func time() async throws -> MarketTime {
        try await lease.run { link in
            let row = try link.connection.reading {
                try PostgresSession(link).one(
                    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms",
                    []
                )
            }
            guard let row else { preconditionFailure("a SELECT without a table has one row") }
            return row.time("now_ms")
        }
    }

    func lease() async throws -> Lease? {
        try await lease.run { link in try link.connection.reading { try Self.lease(PostgresSession(link)) } }
    }

    func takeLease(for holder: LeaseHolder, lasting time: Duration, above heard: UInt32) async throws -> Lease {
        try await change { session in
            // Two nodes that find no row insert one after the other, and the later one finds it.
            try session.perform(
                """
                INSERT INTO lease (holder, address, pin, term, lapses) VALUES (?, '', '', 0, '-infinity')
                ON CONFLICT DO NOTHING
                """,
                [.bytes(holder.node.bytes)]
            )
            let row = try session.one(
                """
                SELECT term, lapses <= clock_timestamp() OR lapses > clock_timestamp() + ? * interval '2 milliseconds' AS is_free
                FROM lease FOR UPDATE
                """,
                [.int(time.milliseconds)]
            )
            guard let row, row.flag("is_free") else { return }
            // Refused before the column has a number that no node can read.
            if max(row.number("term"), Int64(heard)) >= Int64(UInt32.max) { throw PostgresStoreError.lastTerm }
            try session.perform(
                """
                UPDATE lease SET holder = ?1, address = ?2, pin = ?3, term = greatest(term, ?4) + 1,
                    lapses = clock_timestamp() + ?5 * interval '1 millisecond'
                """,
                [
                    .bytes(holder.node.bytes), .text(holder.address), .text("\(holder.pin)"), .int(Int64(heard)),
                    .int(time.milliseconds),
                ]
            )
        }.unwrapped()
    }

    /// A failover that loses a renewal only makes the lease lapse earlier. So renewals go on while a synchronous standby is
    /// away.
    func renewLease(of holder: LeaseHolder, term: UInt32, lasting time: Duration) async throws -> Lease? {
        try await change(.primary) { session in
            try session.perform(
                """
                UPDATE lease SET address = ?1, pin = ?2, lapses = clock_timestamp() + ?3 * interval '1 millisecond'
                WHERE holder = ?4 AND term = ?5
                """,
                [
                    .text(holder.address), .text("\(holder.pin)"), .int(time.milliseconds),
                    .bytes(holder.node.bytes), .int(Int64(term)),
                ]
            )
        }
    }

    func releaseLease(of node: NodeID, term: UInt32) async throws {
        _ = try await change { session in
            try session.perform(
                "UPDATE lease SET lapses = '-infinity' WHERE holder = ? AND term = ?",
                [.bytes(node.bytes), .int(Int64(term))]
            )
        }
    }

    private func change(
        _ durability: PostgresConnection.Durability = .configured,
        _ body: @escaping @Sendable (PostgresSession) throws -> Void
    ) async throws -> Lease? {
        try await lease.run { link in
            try link.connection.transaction(durability) {
                let session = PostgresSession(link)
                try body(session)
                return try Self.lease(session)
            }
        }
    }

    private static func lease(_ session: PostgresSession) throws -> Lease? {
        let row = try session.one(
            """
            SELECT holder, address, pin, term, (extract(epoch FROM now) * 1000)::bigint AS now_ms,
                (extract(epoch FROM least(greatest(lapses, now - interval '1 day'), now + interval '1 day') - now) * 1000)::bigint
                AS left_ms
            FROM lease, clock_timestamp() AS now
            """,
            []
        )
        guard let row, let node = NodeID(bytes: row.bytes("holder") ?? []),
            let pin = PublicKeyPin(row.text("pin") ?? "")
        else { return nil }
        guard let term = UInt32(exactly: row.number("term")) else { throw PostgresStoreError.unreadableLease }
        return Lease(
            holder: LeaseHolder(node: node, address: row.text("address") ?? "", pin: pin),
            term: term,
            left: .milliseconds(row.number("left_ms")),
            time: row.time("now_ms")
        )
    }
}

extension PostgresUserStore: NodeCredentialStore {
    /// A failover that loses a credential costs its node one refusal (`NodeSecret`). So it does not wait for a standby, and does
    /// not hold up the lease.
    func addCredential(_ hash: TokenHash, of node: NodeID) async throws {
        try await lease.run { link in
            try link.connection.transaction(.primary) {
                let session = PostgresSession(link)
                try session.perform(
                    "INSERT INTO node_credential (hash, node) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING",
                    [.token(hash), .bytes(node.bytes)]
                )
                try session.perform(
                    """
                    DELETE FROM node_credential WHERE node = ?1 AND hash NOT IN (
                        SELECT hash FROM node_credential WHERE node = ?1 ORDER BY created DESC LIMIT 2)
                    """,
                    [.bytes(node.bytes)]
                )
            }
        }
    }

    /// Strangers can ask for this as fast as they can connect. So it does not use the lease's connection, on which the leader's term
    /// depends.
    func node(with hash: TokenHash) async throws -> NodeID? {
        try await read { session in
            let row = try session.one("SELECT node FROM node_credential WHERE hash = ?", [.token(hash)])
            return row.flatMap { NodeID(bytes: $0.bytes("node") ?? []) }
        }
    }

    func removeCredentials(of node: NodeID) async throws {
        let process = self.node
        try await lease.run { link in
            try link.connection.transaction {
                let session = PostgresSession(link)
                try session.perform("DELETE FROM node_credential WHERE node = ?", [.bytes(node.bytes)])
                try session.perform("DELETE FROM node WHERE node = ?", [.bytes(process.bytes)])
            }
        }
    }
}

extension Lease? {
    /// - Throws: `PostgresStoreError.unreadableLease`
    fileprivate func unwrapped() throws -> Lease {
        guard let self else { throw PostgresStoreError.unreadableLease }
        return self
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
